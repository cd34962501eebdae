#ifndef STRING_MARKS_H
#define STRING_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The instructions that bytes are compared with, many at a time.
typedef enum {
  string_marks_sse2,
  string_marks_avx2,
  string_marks_avx512,
  string_marks_neon,
} string_marks_kernel;

/// Whether this machine has the instructions.
bool string_marks_is_available(string_marks_kernel kernel);

/// Copies a JSON text, and marks each byte in it at which a string may end or has to be looked at:
/// quotes that are not escaped, backslashes of escapes that are not of two characters, control
/// characters, and all that is not ASCII.
///
/// What stands behind a backslash outside of strings, where none is valid, may be marked or not.
///
/// - Parameters:
///   - kernel: One that is available.
///   - source: `count` bytes.
///   - target: Becomes the bytes and zeros behind them, up to `64 * (count / 64 + 1)`.
///   - marks: `count / 64 + 1` words become a bit for each byte of the target, lowest bit first.
void string_marks_copy(
  string_marks_kernel kernel, const uint8_t *source, size_t count, uint8_t *target,
  uint64_t *marks);

#endif
