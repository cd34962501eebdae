import Foundation

/// A value that only one thread at a time can access.
///
/// The standard library has this type from macOS 15 and iOS 18. This type has the same name and
/// replaces it in files that import this module.
package final class Mutex<Value>: @unchecked Sendable {
  private var value: Value
  private let lock = NSLock()

  package init(_ value: consuming sending Value) { self.value = value }

  /// Waits until no other thread accesses the value, and returns the closure's result. The closure
  /// must not call this function again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
