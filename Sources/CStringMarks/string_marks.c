#include "string_marks.h"

#include <string.h>

/// A bit for each of 64 bytes, lowest bit first.
typedef struct {
  /// Quotes, and what is less than a space as a signed number: control characters, and all that is
  /// not ASCII.
  uint64_t stops;
  uint64_t backslashes;
} block_bits;

/// The characters behind a backslash, which may be backslashes themselves: after simdjson
/// (json_escape_scanner).
///
/// - Parameter next: Whether the first character is one; becomes whether that of the next block is.
static inline uint64_t escaped_bits(uint64_t backslashes, uint64_t *next) {
  const uint64_t odd = 0xaaaaaaaaaaaaaaaa;
  const uint64_t starts = backslashes & ~*next;
  const uint64_t ends = (((starts << 1) | odd) - starts) ^ odd;
  const uint64_t escaped = ends ^ (backslashes | *next);
  *next = (ends & backslashes) >> 63;
  return escaped;
}

// Copies and marks blocks of 64 bytes. The last block is padded with zeros.
//
// `copy` copies a block and returns its bits; `short_escapes`, those of the characters of a block
// that are an escape behind a backslash. The empty assembly keeps the bits in registers: LLVM would
// make them anew behind the branch, byte by byte.
#define COPY_BLOCKS(copy, short_escapes)                                        \
  uint8_t rest[64] = {0};                                                       \
  memcpy(rest, source + count / 64 * 64, count % 64);                           \
  uint64_t next = 0;                                                            \
  for (size_t block = 0; block <= count / 64; block++) {                        \
    const uint8_t *bytes = block < count / 64 ? source + block * 64 : rest;     \
    block_bits bits = copy(bytes, target + block * 64);                         \
    __asm__("" : "+r"(bits.stops), "+r"(bits.backslashes));                     \
    marks[block] = bits.stops;                                                  \
    if (bits.backslashes | next) {                                              \
      const uint64_t escaped = escaped_bits(bits.backslashes, &next);           \
      const uint64_t ends = escaped & short_escapes(bytes);                     \
      const uint64_t others = escaped & ~ends;                                  \
      marks[block] = (bits.stops & ~ends) | others >> 1;                        \
      if (others & 1) marks[block - 1] |= (uint64_t)1 << 63;                    \
    }                                                                           \
  }

// The characters of short escapes by their low four bits, but for `b` and `r`, which share theirs
// with the quote. Where there is none, a byte that has other bits.
#define SHORT_ESCAPES_BY_LOW_BITS \
  1, 0, '"', 0, 't', 0, 'f', 0, 0, 0, 0, 0, '\\', 0, 'n', '/'

#if defined(__x86_64__)
#include <immintrin.h>

#define EQUALS(byte) _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte))

static inline uint64_t bits_sse2(__m128i a, __m128i b, __m128i c, __m128i d) {
  const uint64_t low = (uint32_t)_mm_movemask_epi8(a) | (uint32_t)_mm_movemask_epi8(b) << 16;
  const uint64_t high = (uint32_t)_mm_movemask_epi8(c) | (uint32_t)_mm_movemask_epi8(d) << 16;
  return low | high << 32;
}

static inline block_bits copy_sse2(const uint8_t *source, uint8_t *target) {
  __m128i stops[4], backslashes[4];
  for (int part = 0; part < 4; part++) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)source + part);
    _mm_storeu_si128((__m128i *)target + part, bytes);
    stops[part] = _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')), EQUALS('"'));
    backslashes[part] = EQUALS('\\');
  }
  return (block_bits){
    bits_sse2(stops[0], stops[1], stops[2], stops[3]),
    bits_sse2(backslashes[0], backslashes[1], backslashes[2], backslashes[3])};
}

static inline uint64_t short_escapes_sse2(const uint8_t *block) {
  __m128i found[4];
  for (int part = 0; part < 4; part++) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)block + part);
    // Two characters that differ in one bit are compared without it.
    const __m128i b_or_r =
      _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x10)), _mm_set1_epi8('r'));
    const __m128i f_or_n =
      _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x08)), _mm_set1_epi8('n'));
    found[part] = _mm_or_si128(
      _mm_or_si128(_mm_or_si128(b_or_r, f_or_n), _mm_or_si128(EQUALS('t'), EQUALS('/'))),
      _mm_or_si128(EQUALS('"'), EQUALS('\\')));
  }
  return bits_sse2(found[0], found[1], found[2], found[3]);
}
#undef EQUALS

#define AVX2 __attribute__((target("avx2")))
#define EQUALS(byte) _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte))

AVX2 static inline uint64_t bits_avx2(__m256i a, __m256i b) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(a)
    | (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32;
}

AVX2 static inline block_bits copy_avx2(const uint8_t *source, uint8_t *target) {
  __m256i stops[2], backslashes[2];
  for (int part = 0; part < 2; part++) {
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)source + part);
    _mm256_storeu_si256((__m256i *)target + part, bytes);
    stops[part] = _mm256_or_si256(_mm256_cmpgt_epi8(_mm256_set1_epi8(' '), bytes), EQUALS('"'));
    backslashes[part] = EQUALS('\\');
  }
  return (block_bits){
    bits_avx2(stops[0], stops[1]), bits_avx2(backslashes[0], backslashes[1])};
}

AVX2 static inline uint64_t short_escapes_avx2(const uint8_t *block) {
  const __m256i table =
    _mm256_broadcastsi128_si256(_mm_setr_epi8(SHORT_ESCAPES_BY_LOW_BITS));
  __m256i found[2];
  for (int part = 0; part < 2; part++) {
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)block + part);
    found[part] = _mm256_or_si256(
      _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, bytes), bytes),
      _mm256_or_si256(EQUALS('b'), EQUALS('r')));
  }
  return bits_avx2(found[0], found[1]);
}
#undef EQUALS

#define AVX512 __attribute__((target("avx512f,avx512bw")))
#define EQUALS(byte) _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte))

AVX512 static inline block_bits copy_avx512(const uint8_t *source, uint8_t *target) {
  const __m512i bytes = _mm512_loadu_si512(source);
  _mm512_storeu_si512(target, bytes);
  return (block_bits){
    _mm512_cmplt_epi8_mask(bytes, _mm512_set1_epi8(' ')) | EQUALS('"'), EQUALS('\\')};
}

AVX512 static inline uint64_t short_escapes_avx512(const uint8_t *block) {
  const __m512i bytes = _mm512_loadu_si512(block);
  const __m512i table = _mm512_broadcast_i32x4(_mm_setr_epi8(SHORT_ESCAPES_BY_LOW_BITS));
  return _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table, bytes), bytes) | EQUALS('b')
    | EQUALS('r');
}
#undef EQUALS

static void copy_by_sse2(const uint8_t *source, size_t count, uint8_t *target, uint64_t *marks) {
  COPY_BLOCKS(copy_sse2, short_escapes_sse2)
}

AVX2 static void copy_by_avx2(
  const uint8_t *source, size_t count, uint8_t *target, uint64_t *marks
) {
  COPY_BLOCKS(copy_avx2, short_escapes_avx2)
}

AVX512 static void copy_by_avx512(
  const uint8_t *source, size_t count, uint8_t *target, uint64_t *marks
) {
  COPY_BLOCKS(copy_avx512, short_escapes_avx512)
}

#if defined(__APPLE__)
// What the processor has is kept in __cpu_model, which no library of these systems has.
bool string_marks_is_available(string_marks_kernel kernel) { return kernel == string_marks_sse2; }
#else
bool string_marks_is_available(string_marks_kernel kernel) {
  __builtin_cpu_init();
  switch (kernel) {
    case string_marks_sse2: return true;
    case string_marks_avx2: return __builtin_cpu_supports("avx2");
    case string_marks_avx512: return __builtin_cpu_supports("avx512bw");
    case string_marks_neon: return false;
  }
}
#endif

void string_marks_copy(
  string_marks_kernel kernel, const uint8_t *source, size_t count, uint8_t *target,
  uint64_t *marks
) {
  switch (kernel) {
    case string_marks_avx512: copy_by_avx512(source, count, target, marks); break;
    case string_marks_avx2: copy_by_avx2(source, count, target, marks); break;
    case string_marks_sse2:
    case string_marks_neon: copy_by_sse2(source, count, target, marks);
  }
}

#elif defined(__aarch64__)
#include <arm_neon.h>

#define EQUALS(byte) vceqq_u8(bytes, vdupq_n_u8(byte))

// A bit for each of the bytes, which are 0 or 255.
static inline uint64_t bits_neon(const uint8x16_t bytes[4]) {
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t low = vpaddq_u8(vandq_u8(bytes[0], bits), vandq_u8(bytes[1], bits));
  const uint8x16_t high = vpaddq_u8(vandq_u8(bytes[2], bits), vandq_u8(bytes[3], bits));
  const uint8x16_t sums = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

static inline block_bits copy_neon(const uint8_t *source, uint8_t *target) {
  uint8x16_t stops[4], backslashes[4];
  for (int part = 0; part < 4; part++) {
    const uint8x16_t bytes = vld1q_u8(source + 16 * part);
    vst1q_u8(target + 16 * part, bytes);
    stops[part] =
      vorrq_u8(vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(' ')), EQUALS('"'));
    backslashes[part] = EQUALS('\\');
  }
  return (block_bits){bits_neon(stops), bits_neon(backslashes)};
}

static inline uint64_t short_escapes_neon(const uint8_t *block) {
  const uint8x16_t table = {SHORT_ESCAPES_BY_LOW_BITS};
  uint8x16_t found[4];
  for (int part = 0; part < 4; part++) {
    const uint8x16_t bytes = vld1q_u8(block + 16 * part);
    const uint8x16_t low_bits = vandq_u8(bytes, vdupq_n_u8(15));
    found[part] = vorrq_u8(
      vceqq_u8(vqtbl1q_u8(table, low_bits), bytes), vorrq_u8(EQUALS('b'), EQUALS('r')));
  }
  return bits_neon(found);
}

bool string_marks_is_available(string_marks_kernel kernel) { return kernel == string_marks_neon; }

void string_marks_copy(
  string_marks_kernel kernel, const uint8_t *source, size_t count, uint8_t *target,
  uint64_t *marks
) {
  (void)kernel;
  COPY_BLOCKS(copy_neon, short_escapes_neon)
}

#else

bool string_marks_is_available(string_marks_kernel kernel) { return false; }

void string_marks_copy(
  string_marks_kernel kernel, const uint8_t *source, size_t count, uint8_t *target,
  uint64_t *marks
) {}

#endif
