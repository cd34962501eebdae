import ContractTesting
import Foundation
import MapperTesting
import Testing

@testable import CaptureTesting

@Suite("A damaged capture is told once, with what could be read")
struct DamagedCaptureTests {
  private let users = Recorded.line("/users", #"[{"id":1,"login":"a"}]"#)

  @Test("Broken lines, a cut archive, a body that cannot be decoded, a status that is none")
  func damaged() throws {
    let archive = try Recorded.archive([("/users", #"[{"id":1,"login":"a"}]"#)])
    let lines =
      users + "{\"request\":\n" + users
      + #"{"request":{"method":"GET","url":"/users"},"response":{"status":0,"body":[]}}"# + "\n"
    let told = try Told.of(
      .decoding([User].self),
      [
        "a.ndjson": lines, "b.har": String(archive.dropLast(3)),
        "c.har": #"""
        {"log":{"entries":[{"request":{"method":"GET","url":"/users"},"response":{"status":200,
        "content":{"encoding":"base64","text":"%%%"}}}]}}
        """#,
      ])
    #expect(told.violations == [""])
    #expect(told.coverage == "")
  }

  @Test("A line of bare bodies that is not JSON is the capture's fault, not the mapper's")
  func bareLine() throws {
    let told = try Told.of(
      .decoding(User.self), ["users.ndjson": "{\"id\":1,\"login\":\"a\"}\n{\"id\":\n"], nil,
      inputs: "users.ndjson")
    #expect(told.violations == [""])
  }
}
