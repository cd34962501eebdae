import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import MapperTesting

@Suite("Expected values")
struct ExpectedValueTests {
  @Test("A set is the expected one if each has the elements of the other, in any order")
  func sets() throws {
    let contract = try OneContract.of(mappings: #""A": { "map": { "set": "Set<String>" } }"#)
    let target = MappingTarget(try TargetText("A").target)
    var store = ObjectStore()
    let document = try JSONDocument(parsing: Array(#"{"set":["a","b"]}"#.utf8))
    let result = Mapper(contract, as: target).map(document, as: target, into: &store)
    let engine = try #require(result.objects.first?["set"])
    let app: Any = Set(["a", "b"])
    for (expected, isMatch) in [(["b", "a"], true), (["a", "a"], false), (["a"], false)] {
      #expect(ExpectedValue(expected).matches(engine, in: result.store) == isMatch)
      #expect(ExpectedValue(expected).matches(app) == isMatch)
    }
  }
}
