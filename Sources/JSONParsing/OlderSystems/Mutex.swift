import Foundation

/// A value that one thread at a time has.
///
/// The standard library's is there from macOS 15 and iOS 18 on. This one has its name, and stands
/// for it in files that import this module.
package final class Mutex<Value>: @unchecked Sendable {
  private var value: Value
  private let lock = NSLock()

  package init(_ value: consuming sending Value) { self.value = value }

  /// Waits until no other thread has the value, and returns what the closure returns. The closure
  /// must not ask for the value again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
