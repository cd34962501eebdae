import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import MapperTesting

private struct Person { var name = "a" }
private struct Boy { var name = "a" }
private struct Girl { var name = "a" }
private struct Anybody { var person: Any }
/// One type for all, with a friend who is a girl.
private struct Child {
  var name = "a"
  var girl = Girl()
}
private enum Kind {
  case boy(Person)
  case girl(Person)
  case person(Any)
}

@Suite("An object of the app is compared with the case that the contract selects")
struct ComparingVariantTests {
  private let contract: Contract

  init() throws {
    contract = try OneContract.of(
      mappings: """
        "Person": { "map": { "name": "name: String" }, "switch": "type",
          "cases": { "Boy": "Boy", "Girl": "Girl" }, "else": "Person" },
        """)
  }

  private func lines(_ found: Any, _ type: String, named names: [String: String] = [:]) throws
    -> [String]
  {
    try differences(
      contract, "Person", #"{"name":"a","type":"\#(type)"}"#, found, ComparisonOptions(named: names)
    )
  }

  @Test("A wrong case is reported by the name of its type or enumeration case")
  func otherCases() throws {
    let girl = #": Boy(name: "a") / Girl(name: "a") (a Girl)"#
    #expect(try lines(Girl(), "Boy") == [girl])
    #expect(try lines(Boy(), "Boy") == [])
    #expect(
      try lines(Kind.girl(Person()), "Boy") == [
        #": Boy(name: "a") / .girl(Person(name: "a")) (a Girl)"#
      ])
    #expect(try lines(Kind.girl(Person()), "Girl") == [])
    #expect(
      try lines(Anybody(person: Girl()), "Boy") == [
        #": Boy(name: "a") / Anybody(person: Girl(name: "a")) (a Girl)"#
      ])
    #expect(
      try lines(Kind.person(Girl()), "Boy") == [
        #": Boy(name: "a") / .person(Girl(name: "a")) (a Girl)"#
      ])
    #expect(
      try lines(Girl(), "Dog") == [#": Person(name: "a") / Girl(name: "a") (a Girl)"#])
  }

  @Test("One type for all cases is accepted")
  func oneType() throws {
    for type in ["Boy", "Girl", "Dog"] {
      #expect(try lines(Person(), type) == [])
      #expect(try lines(Child(), type) == [])
      #expect(try lines(Kind.person(Person()), type) == [])
      #expect(try lines(Anybody(person: Person()), type) == [])
    }
  }

  @Test("The app may use other names for its types")
  func names() throws {
    #expect(try lines(Boy(), "Girl", named: ["Girl": "Boy", "Boy": "Girl"]) == [])
    #expect(
      try lines(Child(), "Boy", named: ["Girl": "child"]).first?.hasSuffix("(a Girl)") == true)
  }

  @Test("A wrong case is one cause at all positions")
  func causes() throws {
    let found = [
      try #require(variants(Girl(), "Boy").first), try #require(variants(Girl(), "Boy", "x").first),
    ]
    #expect(found[0].typeCause == found[1].typeCause)
    #expect(found[0].typeCause != (try variants(Boy(), "Girl").first?.typeCause))
    #expect(found[0].mapping == "Person")
  }

  private func variants(_ found: Any, _ type: String, _ key: String = "p") throws -> [Disagreement]
  {
    let result = try result(
      contract, "\(key): Person", #"{"\#(key)":{"name":"a","type":"\#(type)"}}"#)
    let types = ComparedTypes(
      contract, as: MappingTarget(try TargetText("\(key): Person").target))
    return ResultComparison.differences(result, found, ComparisonOptions(), types)
  }
}
