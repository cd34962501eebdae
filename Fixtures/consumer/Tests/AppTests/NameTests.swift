import ContractTesting
import Testing

@testable import App

@Suite("The app's own names")
struct NameTests {
  @Test("A mapper may be called Mapper, and refuse with its own Violation")
  func mapper() throws {
    let refusal = Violation(endpoint: Endpoint(path: "/avatars"))
    try expect(
      .mapping { data in
        let avatars = try Mapper().avatars(in: data)
        guard avatars.count < 1_000_000 else { throw refusal }
        return avatars
      }, keeps: Contract("avatars"), as: "[Avatar]")
  }
}
