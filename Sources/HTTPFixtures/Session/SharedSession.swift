import Foundation
import JSONParsing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Connects `URLSession.shared` with the stub that currently answers it.
///
/// On Linux, the shared session uses the classes that were registered when it was created, and
/// those of Foundation come first if any session was created before. So the class is registered
/// with the first stub of the process.
package enum SharedSession {
  private static let isRegistered = URLProtocol.registerClass(SharedSessionProtocol.self)
  private static let number = Mutex<Int?>(nil)

  static func register() { _ = isRegistered }

  /// The number of the stub that answers.
  fileprivate static var current: Int? { number.withLock { $0 } }

  /// Whether a stub can answer.
  package static var isReached: Bool {
    register()
    #if os(Linux)
      return URLSession.shared.configuration.protocolClasses?.first == SharedSessionProtocol.self
    #else
      return isRegistered
    #endif
  }

  /// Lets a stub answer from now on; `nil` for the network.
  package static func answer(by stub: StubbedSession?) { number.withLock { $0 = stub?.number } }
}

private final class SharedSessionProtocol: StubProtocol {
  override class var number: Int { SharedSession.current ?? 0 }
  override class func canInit(with request: URLRequest) -> Bool { SharedSession.current != nil }
  override class func canInit(with task: URLSessionTask) -> Bool { SharedSession.current != nil }
}
