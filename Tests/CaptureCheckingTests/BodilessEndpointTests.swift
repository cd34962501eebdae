import CaptureChecking
import CaptureSources
import ContractModel
import Generation
import MappingEngine
import TestSupport
import Testing

@Suite("An endpoint without a body admits no body")
struct BodilessEndpointTests {
  private static let contract = """
    { "contract": 1, "endpoints": { "DELETE /a/:id": null, "GET /a/:id -> 2xx,304": "Int", "event e": null } }
    """

  private func check(_ lines: [String]) throws -> CaptureCheck {
    let set = ContractSet(paths: ["a.contract.json"], files: OneContract(Self.contract))
    #expect(set.errors.isEmpty)
    var check = CaptureCheck(set.contracts, options: CheckOptions())
    try withFolder(["a.ndjson": lines.joined(separator: "\n")]) { folder in
      let plan = CapturePlan([CaptureInput(file: folder + "/a.ndjson")], format: .auto)
      var reader = CaptureReader(format: .auto)
      for item in plan.items {
        check.begin(ItemPlace(item))
        _ = reader.read(item) { check.check($0, $1) }
      }
    }
    check.finish()
    return check
  }

  private func exchange(_ method: String, _ status: Int, _ body: String) -> String {
    #"{"method":"\#(method)","url":"/a/7","status":\#(status)\#(body)}"#
  }

  @Test(
    "An absent body is accepted and counts as checked, with any status",
    arguments: [200, 204, 205])
  func none(status: Int) throws {
    let bodies = ["", #","body":"""#, #","body":" \n""#]
    let check = try check(bodies.map { exchange("DELETE", status, $0) })
    #expect(check.totals.payloadCount == 3)
    #expect(check.totals.unmatched.count == 0)
    #expect(check.totals.groups.isEmpty)
    #expect(check.hasJudged)
    #expect(check.coverage.endpoints.map(\.isSeen) == [true, false, false])
  }

  @Test(
    "Any body is a violation, whether JSON or not",
    arguments: [#"{"id":1}"#, "0", #""<html>""#, #""{""#])
  func some(body: String) throws {
    let check = try check([exchange("DELETE", 204, ",\"body\":\(body)")])
    #expect(check.totals.payloadCount == 1)
    #expect(check.totals.groups.keys.map(\.rule) == [.unexpectedBody])
    #expect(check.totals.endpoints.map(\.totals.refusedCount) == [1])
    let found = try #require(check.totals.groups.values.first?.examples.first)
    #expect(found.violation.message == "the endpoint has no body")
    #expect(found.severity == .error)
  }

  @Test("An empty body of another endpoint, and data of an event without a body, are violations")
  func others() throws {
    let lines = [exchange("GET", 200, #","body":"""#), #"{"event":"e","data":{}}"#]
    let check = try check(lines)
    #expect(check.totals.groupKeys.map(\.rule) == [.emptyBody, .unexpectedBody])
  }

  @Test(
    "A body of blanks is an empty body, or no body if the response cannot have one",
    arguments: [
      ("GET", 200, true), ("GET", 201, true), ("GET", 204, false), ("GET", 205, false),
      ("GET", 304, false), ("HEAD", 200, false),
    ])
  func blank(method: String, status: Int, isViolation: Bool) throws {
    let check = try check([exchange(method, status, #","body":" \n""#)])
    #expect(check.totals.groupKeys.map(\.rule) == (isViolation ? [.emptyBody] : []))
    #expect(check.totals.bodilessCount == (isViolation ? 0 : 1))
    #expect(check.totals.unmatched.count == 0)
  }
}
