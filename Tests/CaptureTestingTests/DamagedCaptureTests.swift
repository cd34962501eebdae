import ContractTesting
import Foundation
import MapperTesting
import Testing

@testable import CaptureTesting

@Suite("A damaged capture is reported once, with the readable part")
struct DamagedCaptureTests {
  private let users = Recorded.line("/users", #"[{"id":1,"login":"a"}]"#)

  @Test("Broken lines, a cut archive, an undecodable body and an invalid status are reported")
  func damaged() throws {
    let archive = try Recorded.archive([("/users", #"[{"id":1,"login":"a"}]"#)])
    let lines =
      users + "{\"method\":\n" + users + Recorded.line("/users", "[]", status: 0)
    let told = try Told.of(
      .decoding([User].self),
      [
        "a.ndjson": lines, "b.har": String(archive.dropLast(3)),
        "c.har": #"""
        {"log":{"entries":[{"request":{"method":"GET","url":"/users"},"response":{"status":200,
        "content":{"encoding":"base64","text":"%%%"}}}]}}
        """#,
      ])
    #expect(
      told.violations == [
        #"""
        part of the captures cannot be read; what can be was judged: 3 bodies of GET /users
          problem   a.ndjson:2:11: the line is not JSON: expected a value, found the end of the text
          problem   a.ndjson:4:50: GET /users: the status cannot be read: it is 0, as where no response came
          problem   b.har:1:187: the archive is not JSON: expected the string's closing quote, found the end of the text
          problem   c.har: GET /users 200: the body cannot be decoded: expected base64, found "%" at offset 0
          next      record these again, or take them out of the captures
        """#
      ])
    #expect(told.coverage == "3 bodies of GET /users in 3 files")
  }

  @Test("A bare line that is not JSON is the fault of the capture, not of the mapper")
  func bareLine() throws {
    let told = try Told.of(
      .decoding(User.self), ["users.ndjson": "{\"id\":1,\"login\":\"a\"}\n{\"id\":\n"], nil,
      inputs: "users.ndjson")
    #expect(
      told.violations == [
        #"""
        part of the captures cannot be read; what can be was judged: 1 body of inputs "users.ndjson"
          problem   users.ndjson:2:7: the line is not JSON: expected a value, found the end of the text
          next      record these again, or take them out of the captures
        """#
      ])
  }
}
