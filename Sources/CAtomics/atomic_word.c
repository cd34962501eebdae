#include "atomic_word.h"
