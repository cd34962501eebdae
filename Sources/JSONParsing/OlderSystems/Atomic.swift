import CAtomics

/// A number or a truth value that several threads read and write, none of which waits.
///
/// The standard library's is there from macOS 15 and iOS 18 on. This one has its name, and stands
/// for it in files that import this module. Who reads what another thread wrote sees all that this
/// one wrote before.
package struct Atomic<Value: AtomicValue>: ~Copyable, @unchecked Sendable {
  @usableFromInline let word: UnsafeMutablePointer<Int>

  package init(_ value: Value) {
    word = .allocate(capacity: 1)
    word.initialize(to: value.word)
  }

  deinit { word.deallocate() }

  @inlinable package func load() -> Value { Value(word: atomic_word_load(word)) }

  @inlinable package func store(_ value: Value) { atomic_word_store(word, value.word) }

  /// Returns what the value was.
  package func exchange(_ value: Value) -> Value {
    Value(word: atomic_word_exchange(word, value.word))
  }

  /// Changes the value if it is what is expected. A handler of signals may call it.
  package func replace(_ expected: Value, with value: Value) {
    _ = atomic_word_replace(word, expected.word, value.word)
  }
}

extension Atomic where Value == Int {
  /// Adds a number, wrapping around, and returns what the value was.
  @inlinable @discardableResult
  package func add(_ number: Int) -> Int { atomic_word_add(word, number) }
}

/// What fits in a word.
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
