import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reads the body of a request from any of its places.
enum RequestBody {
  /// Returns the body; empty if there is none.
  static func data(of request: URLRequest, _ task: URLSessionTask?) -> Data {
    request.httpBody ?? request.httpBodyStream.map(read) ?? task.flatMap(uploaded) ?? Data()
  }

  private static func read(_ stream: InputStream) -> Data {
    stream.open()
    defer { stream.close() }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }

  /// Returns the body of an upload task. It is private in FoundationNetworking; elsewhere it is a
  /// stream.
  private static func uploaded(_ task: URLSessionTask) -> Data? {
    #if os(Linux)
      let mirrors = sequence(first: Mirror(reflecting: task)) { $0.superclassMirror }
      let body = mirrors.lazy.compactMap { $0.descendant("knownBody", "some") }.first
      guard let body else { return nil }
      switch Mirror(reflecting: body).children.first?.value {
      case let data as DispatchData: return Data(data)
      case let url as URL: return try? Data(contentsOf: url)
      default: return nil
      }
    #else
      return nil
    #endif
  }
}
