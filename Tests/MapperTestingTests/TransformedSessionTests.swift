import Testing

@testable import MapperTesting

@Suite("A mapper whose values are transformed behaves as the mapper itself")
struct TransformedSessionTests {
  /// A mapper that may suspend, and has its calls noted where it runs.
  private struct WaitingSession: MapperSession {
    let awaits = true

    func map(_ payload: EndpointPayload, noting begin: @escaping () -> () -> Void) -> MapperAnswer {
      begin()()
      return .value("mapped")
    }
  }

  @Test("It may suspend, and its calls are noted where the mapper runs")
  func waiting() {
    var session = TransformedSession(
      session: WaitingSession(), value: { "\($0), transformed" }, objects: { $0 })
    #expect(session.awaits)
    var calls: [String] = []
    let answer = session.map(EndpointPayload([])) {
      calls.append("begin")
      return { calls.append("end") }
    }
    #expect(calls == ["begin", "end"])
    guard case .value(let value) = answer else {
      Issue.record("expected a value")
      return
    }
    #expect(value as? String == "mapped, transformed")
  }
}
