#ifndef ATOMIC_WORD_H
#define ATOMIC_WORD_H

#include <stdbool.h>
#include <stdint.h>

// Words that several threads read and write. Who reads what another thread wrote sees all that this
// one wrote before.

static inline intptr_t atomic_word_load(const intptr_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void atomic_word_store(intptr_t *word, intptr_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Returns what the word was.
static inline intptr_t atomic_word_exchange(intptr_t *word, intptr_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
}

/// Adds a number, wrapping around, and returns what the word was.
static inline intptr_t atomic_word_add(intptr_t *word, intptr_t number) {
  return __atomic_fetch_add(word, number, __ATOMIC_ACQ_REL);
}

/// Changes the word if it is what is expected.
static inline bool atomic_word_replace(intptr_t *word, intptr_t expected, intptr_t value) {
  return __atomic_compare_exchange_n(
    word, &expected, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

#endif
