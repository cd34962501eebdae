import ContractTesting
import Foundation
import JSONParsing
import Testing

@Suite("A factory creates objects for tests")
struct TestFactoryTests {
  private static let count = Mutex(0)

  private static let factory: TestFactory = .init { make in
    make.define("article") { ["title": "RestKit", "tags": ["a"]] }
    make.define("comment") { factory in
      ["body": "b", "article": .object(try factory.make("article", ["tags": []]).properties)]
    }
    make.define("avatar", as: "Avatar", of: { try Contract("groups") }) {
      ["fileUrlString": "a.png"]
    }
    make.define("plain avatar", as: "Avatar", of: { try Contract("groups") })
    make.define("one") { factory in ["two": .object(try factory.make("two").properties)] }
    make.define("two") { factory in ["one": .object(try factory.make("one").properties)] }
    make.define("self") { factory in ["self": .object(try factory.shared("self").properties)] }
    make.define("counted") {
      [
        "count": .int(
          count.withLock {
            $0 += 1
            return $0
          })
      ]
    }
    make.define("twice") { [:] }
    make.define("twice") { [:] }
  }

  private func make(_ name: String, _ values: PropertyValues = [:]) throws -> TestPayload {
    try Self.factory.make(name, values)
  }

  @Test("Values of a test replace those of the definition")
  func overrides() throws {
    #expect(try make("article").string == #"{"title":"RestKit","tags":["a"]}"#)
    #expect(
      try make("article", ["title": nil, "editor": "e"]).string
        == #"{"title":null,"tags":["a"],"editor":"e"}"#)
    #expect(
      try make("comment").string == #"{"body":"b","article":{"title":"RestKit","tags":[]}}"#)
  }

  @Test("A definition of a contract's type is a payload of it")
  func contractType() throws {
    let avatar = try make("avatar", ["remoteId": 9])
    #expect(avatar.string == #"{"id":9,"file_url":"a.png"}"#)
    #expect(try make("plain avatar").string == #"{"id":1,"file_url":"a"}"#)
    var store = ObjectStore()
    #expect(try avatar.insert(into: &store).type == "Avatar")
    #expect(
      complaint { _ = try make("article").insert(into: &store) } == """
        no contract says what the payload becomes
          define it with as: and of:
        """)
  }

  @Test("Shared objects are created once, others anew")
  func shared() throws {
    let first = try Self.factory.shared("counted").string
    #expect(try Self.factory.shared("counted").string == first)
    #expect(try make("counted").string != make("counted").string)
  }

  @Test("An undefined name is an error with the nearest name")
  func unknown() {
    #expect(
      complaint { _ = try make("artcle") } == """
        the factory has no definition "artcle"
          did you mean "article"?
        """)
    #expect(complaint { _ = try make("twice") } == "the factory has 2 definitions \"twice\"")
  }

  @Test("A value without a JSON form is an error")
  func notFinite() {
    #expect(
      complaint { _ = try make("article", ["tags": [1, .double(.nan)]]) } == """
        the property "tags" of "article" cannot be JSON
          a number or a date in it is not finite
        """)
  }

  @Test("Cyclic definitions are an error")
  func recursion() {
    #expect(
      complaint { _ = try make("one") } == "the definitions make each other: one → two → one")
    #expect(complaint { _ = try make("self") } == "the definitions make each other: self → self")
  }
}
