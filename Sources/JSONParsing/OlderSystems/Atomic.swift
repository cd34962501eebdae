import CAtomics

/// A number or Boolean that several threads read and write without waiting.
///
/// The standard library has this type from macOS 15 and iOS 18. This type has the same name and
/// replaces it in files that import this module. A thread that reads a value sees everything that
/// the writing thread wrote before it.
package struct Atomic<Value: AtomicValue>: ~Copyable, @unchecked Sendable {
  @usableFromInline let word: UnsafeMutablePointer<Int>

  package init(_ value: Value) {
    word = .allocate(capacity: 1)
    word.initialize(to: value.word)
  }

  deinit { word.deallocate() }

  @inlinable package func load() -> Value { Value(word: atomic_word_load(word)) }

  @inlinable package func store(_ value: Value) { atomic_word_store(word, value.word) }

  /// Replaces the value, and returns the former one.
  package func exchange(_ value: Value) -> Value {
    Value(word: atomic_word_exchange(word, value.word))
  }

  /// Replaces the value if it equals the expected one. The function may be called in a signal
  /// handler.
  package func replace(_ expected: Value, with value: Value) {
    _ = atomic_word_replace(word, expected.word, value.word)
  }
}

extension Atomic where Value == Int {
  /// Adds a number, wrapping around, and returns the former value.
  @inlinable @discardableResult
  package func add(_ number: Int) -> Int { atomic_word_add(word, number) }
}

/// A value that fits in a word.
package protocol AtomicValue {
  init(word: Int)
  var word: Int { get }
}

extension Int: AtomicValue {
  @inlinable package init(word: Int) { self = word }
  @inlinable package var word: Int { self }
}

extension Bool: AtomicValue {
  @inlinable package init(word: Int) { self = word != 0 }
  @inlinable package var word: Int { self ? 1 : 0 }
}
