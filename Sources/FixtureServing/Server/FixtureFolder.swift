import ContractModel
import DiskReading
package import Foundation
import JSONParsing
import MappingEngine

/// A folder whose files are served by their paths, with the routes of its `routes.json`.
package struct FixtureFolder: Sendable {
  private static let routesName = "routes.json"

  private let files: DiskFiles
  let routes: [Stub]

  /// - Throws: `StubError` with the position of an error in `routes.json`, or if there is no such
  ///   folder.
  package init(_ url: URL) throws(StubError) {
    guard PackageRoot.isFolder(url) else {
      throw StubError("there is no folder \(displayed(shownPath(of: url)))")
    }
    files = DiskFiles(root: url)
    routes = try Self.routes(in: files)
  }

  // MARK: - Files

  /// Returns the file for a request, or its substitute; `nil` if there is none.
  func response(to request: SentRequest) -> StubbedResponse? {
    if ["GET", "HEAD"].contains(request.method), let path = path(of: request),
      let response = try? Self.response(path, files)
    {
      return response
    }
    switch RequestURL(request.url.absoluteString).decodedSegments {
    case ["offline"] where !hasFile(of: request): return .text("Service Unavailable", status: 503)
    case ["error"] where !hasFile(of: request):
      return .json(#"{"error":{"code":400,"message":"Bad Request"}}"#, status: 400)
    default: return nil
    }
  }

  func hasFile(of request: SentRequest) -> Bool {
    path(of: request).flatMap { try? files.bytes(at: $0) } != nil
  }

  /// Returns the path of a request in the folder; `nil` if it could lead out of the folder.
  private func path(of request: SentRequest) -> String? {
    // After decoding, "%2e%2e" is "..", and "%2f" is a slash.
    let segments = RequestURL(request.url.absoluteString).decodedSegments
    return Self.areNames(segments) ? segments.joined(separator: "/") : nil
  }

  private static func areNames(_ segments: [String]) -> Bool {
    !segments.isEmpty
      && segments.allSatisfy { segment in
        !["", ".", ".."].contains(segment)
          && !segment.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
      }
  }

  private static func response(_ path: String, _ files: DiskFiles) throws -> StubbedResponse {
    guard let bytes = try files.bytes(at: path) else {
      throw RegularFile.Unreadable(description: SystemReason.text(ENOENT))
    }
    return StubbedResponse(Data(bytes), contentType: MIMEType.ofFile(path))
  }

  // MARK: - Routes

  private static func routes(in files: DiskFiles) throws(StubError) -> [Stub] {
    let bytes: [UInt8]
    do {
      guard let found = try files.bytes(at: routesName) else { return [] }
      bytes = found
    } catch {
      throw StubError("\(displayed(files.shownPath(routesName))) cannot be read: \(error)")
    }
    func mistake(_ offset: Int, _ text: String, _ notes: [String] = []) -> StubError {
      let position = TextPosition(offset: offset, in: bytes)
      return StubError(
        "\(displayed(files.shownPath(routesName))):\(position): \(text)", notes: notes)
    }
    let root: JSONValue
    do {
      root = try JSONDocument(parsing: bytes).root
    } catch {
      throw mistake(error.offset, "\(error)", error.hint.map { ["hint: \($0)"] } ?? [])
    }
    let example = #"routes are written {"GET /users/:id": "user.json"}"#
    guard root.kind == .object else {
      throw mistake(root.byteRange.lowerBound, "expected an object", [example])
    }
    var stubs: [Stub] = []
    for member in root.members {
      guard let path = member.value.string,
        areNames(path.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
      else {
        throw mistake(
          member.value.byteRange.lowerBound, "expected the path of a file in the folder", [example])
      }
      let stub = Stub(member.name.text) { _ in
        do { return try response(path, files) } catch {
          throw StubError("the file \(quoted(path)) of \(routesName) cannot be read: \(error)")
        }
      }
      do {
        _ = try stub.selector()
      } catch {
        throw mistake(member.nameRange.lowerBound, error.message, error.notes)
      }
      do {
        _ = try response(path, files)
      } catch {
        throw mistake(
          member.value.byteRange.lowerBound, "the file \(quoted(path)) cannot be read: \(error)")
      }
      stubs.append(stub)
    }
    return stubs
  }
}
