import ContractModel
import Testing

@Suite("Contracts that the engine could not follow are rejected")
struct EngineDemandsTests {
  private func errors(_ mappings: String) -> [String] {
    let set = ContractSet(text: "{ \"contract\": 1, \"mappings\": { \(mappings) } }")
    return set.errors.filter { $0.severity == .error }.map(\.message)
  }

  @Test("Mappings of one type give its identity one type")
  func identityTypes() {
    let a = #""A": { "identifiedBy": "id", "map": { "id": "Int" } }"#
    let b = #""B": { "type": "A", "identifiedBy": "id", "map": { "id": "String" } }"#
    #expect(
      errors("\(a), \(b)")
        == [#"the identity "id" is String here, and Int in the mapping "A""#])
    #expect(errors("\(a), \(b.replacing("String", with: "Int(string)"))").isEmpty)
  }

  @Test("A constant is a single value of an object that is known again")
  func constant() {
    let line = #"{ "type": "Int", "constant": true }"#
    #expect(
      errors("\"A\": { \"map\": { \"a\": \(line) } }")
        == [#""constant" needs objects that are known again"#])
    let list = #"{ "type": "[Int]", "constant": true }"#
    #expect(
      errors("\"A\": { \"identifiedBy\": \"id\", \"map\": { \"id\": \"Int\", \"a\": \(list) } }")
        == [#""constant" is for single values, not [Int]"#])
  }
}
