import ContractModel
import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Encoded values are compared with what the contract reads of them")
struct EncodedValueTests {
  enum Mood: String, Codable { case good, bad }
  enum Level: Int, Codable { case low, high }

  struct Person: Codable {
    var name: String
    var nick: String?
  }

  private func contract(_ mappings: String) throws -> Contract {
    try OneContract.of(mappings: mappings)
  }

  private func encoder(
    _ strategy: JSONEncoder.DateEncodingStrategy = .millisecondsSince1970
  ) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = strategy
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  private func texts(
    _ values: EncodedValues, _ mappings: String, as type: String,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:]
  ) throws -> [String] {
    let contract = try contract(mappings)
    return try recorded {
      try expect(values, keeps: contract, as: type, comparing: properties, named: names)
    }
  }

  // MARK: - Right encoders

  @propertyWrapper
  struct Coded<Value: Encodable>: Encodable {
    var wrappedValue: Value
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wrappedValue)
    }
  }

  /// A value of every type that contracts have, with members of the app alone.
  struct Everything: Encodable {
    var id: Int?
    var title = "a"
    var mood = Mood.bad
    var level = Level.high
    var at = Date(timeIntervalSince1970: 1_700_000_000.75)
    var data = Data([1, 2])
    var url = URL(string: "https://a.example/b?c=%20d")
    var uuid = UUID()
    var author = Person(name: "x")
    var readers = [Person(name: "y", nick: "n"), Person(name: "z")]
    var tags: Set<String> = ["p", "q", "r"]
    var counts = ["a": 1, "b": 2]
    @Coded var price = 12.5
    var isOpen = true
    private var secret = "s"
    var own = 5
    var amount = Decimal(string: "12.30")
    var ratio: Float = 0.1
    var big = UInt64.max

    init(id: Int? = nil) { self.id = id }
  }

  private func everything(_ date: String) -> String {
    """
    "Everything": { "map": {
      "id?": "Int?", "title": "String", "mood": "'good' | 'bad'", "level": "Int", "at": "Date(\(date))",
      "data": "Data", "url": "URL", "uuid": "UUID", "author": "author: Person",
      "readers": "readers: [Person]", "tags": "Set<String>", "counts": "[String: Int]",
      "price": "Double", "isOpen": "Bool", "secret": "String", "amount": "Decimal", "ratio": "Float",
      "big": "UInt64", "kind?": "kind: String = 'a'" } },
    "Person": { "map": { "name": "String", "nick?": "String?" } }
    """
  }

  /// Returns a strategy that writes a pattern, in a zone that is as far from UTC as there is one.
  private static func pattern(
    _ pattern: String, hours: Int = 0
  ) -> JSONEncoder.DateEncodingStrategy {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: hours * 3600)
    formatter.dateFormat = pattern
    return .formatted(formatter)
  }

  @Test("Synthesized encoders are right in every form of dates that their contract says")
  func synthesized() throws {
    let forms: [(String, JSONEncoder.DateEncodingStrategy)] = [
      ("milliseconds", .millisecondsSince1970), ("seconds", .secondsSince1970),
      ("iso8601", .iso8601), ("'yyyyMMddHHmmss'", Self.pattern("yyyyMMddHHmmss")),
      ("'yyyyMMddHHmm'", Self.pattern("yyyyMMddHHmm")),
      ("'yyyy-MM-dd'", Self.pattern("yyyy-MM-dd", hours: 14)),
      ("'yyyy-MM-dd'", Self.pattern("yyyy-MM-dd", hours: -12)),
      ("'yyyy'", Self.pattern("yyyy")), ("'HH:mm'", Self.pattern("HH:mm")),
    ]
    for (form, strategy) in forms {
      let values = [Everything(), Everything(id: 5)]
      #expect(
        try texts(.encoding(values, with: encoder(strategy)), everything(form), as: "Everything")
          == [], "\(form)")
      let list = EncodedValues.encoding([values], with: encoder(strategy))
      #expect(try texts(list, everything(form), as: "[Everything]") == [], "\(form)")
    }
  }

  /// Writes itself in other forms than it has its values.
  struct ByHand: Encodable {
    enum Side { case left, right }
    struct Length { var meters: Int }

    var id = 5
    var title = " A "
    var mood = Mood.good
    var level = Level.low
    var side = Side.right
    var born = Date(timeIntervalSince1970: 1_700_000_000.75)
    var words = ["a", "b"]
    var sort = "asc"
    var note: String?
    var isOn = true
    var skipped = 0
    var cents = 1250
    var seen = 1_700_000_000
    var stamp = "2023-11-14T22:13:20Z"
    var length = Length(meters: 3)
    var file = URL(string: "https://a.example/c.png")

    enum CodingKeys: String, CodingKey {
      case id, title, mood, level, side, born, words, sort, note, isOn, cents, seen, stamp, length
      case file, fullTitle
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("\(id)", forKey: .id)
      try container.encode("A", forKey: .title)
      try container.encode(mood == .good ? "G" : "B", forKey: .mood)
      try container.encode("\(level)", forKey: .level)
      try container.encode(side == .left ? "L" : "R", forKey: .side)
      try container.encode(Int(born.timeIntervalSince1970), forKey: .born)
      try container.encode(words.joined(separator: ","), forKey: .words)
      if sort != "asc" { try container.encode(sort, forKey: .sort) }
      try container.encode(note ?? "none", forKey: .note)
      try container.encode(isOn ? 1 : 0, forKey: .isOn)
      try container.encode("12.50", forKey: .cents)
      try container.encode(seen, forKey: .seen)
      try container.encode(stamp, forKey: .stamp)
      try container.encode("3 m", forKey: .length)
      try container.encode(file?.lastPathComponent, forKey: .file)
      try container.encode(title + "!", forKey: .fullTitle)
    }
  }

  @Test("An encoder that writes values in other forms, or leaves out defaults, is right")
  func byHand() throws {
    #expect(
      try texts(
        .encoding([ByHand()]),
        """
        "ByHand": { "map": {
          "id": "Int(string)", "title": "String", "mood": "String", "level": "String",
          "side": "String", "born": "Date(seconds)", "words": "String",
          "sort?": "sort: String = 'asc'", "note": "String", "isOn": "Bool(number)",
          "skipped?": "Int", "cents": "Decimal(string)", "seen": "Date(seconds)",
          "stamp": "Date(iso8601)", "length": "String", "file": "String", "fullTitle": "String" } }
        """, as: "ByHand") == [])
  }

  /// A property that is absent, null, or has a value.
  enum Patch<Value: Encodable>: Encodable {
    case absent, null
    case value(Value)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if case .value(let value) = self {
        try container.encode(value)
      } else {
        try container.encodeNil()
      }
    }
  }

  struct PersonPatch: Encodable {
    var name = Patch<String>.absent
    var nick = Patch<String>.absent
    var friend = Patch<Person>.absent

    enum CodingKeys: CodingKey { case name, nick, friend }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if case .absent = name {} else { try container.encode(name, forKey: .name) }
      if case .absent = nick {} else { try container.encode(nick, forKey: .nick) }
      if case .absent = friend {} else { try container.encode(friend, forKey: .friend) }
    }
  }

  @Test("A patch of a type with cases for absent and null is right, and a dictionary is")
  func patches() throws {
    let mappings = """
      "PersonPatch": { "map": { "name?": "String", "nick?": "String?", "friend?": "friend: Person?" } },
      "Person": { "map": { "name": "String", "nick?": "String?" } }
      """
    let patches = [
      PersonPatch(), PersonPatch(name: .value("a"), nick: .null, friend: .null),
      PersonPatch(friend: .value(Person(name: "b"))),
    ]
    #expect(try texts(.encoding(patches), mappings, as: "PersonPatch") == [])
    #expect(try texts(.encoding([["name": "a"], [:]]), mappings, as: "PersonPatch") == [])
  }

  class Base: Encodable {
    var id = 1
  }

  final class Derived: Base {
    var name = "x"
    lazy var size = "y"
    enum CodingKeys: CodingKey { case id, name }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(name, forKey: .name)
    }
  }

  final class Node: Encodable {
    weak var parent: Node?
    var children: [Node]
    enum CodingKeys: CodingKey { case children }

    init(_ children: [Node]) {
      self.children = children
      for child in children { child.parent = self }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(children, forKey: .children)
    }
  }

  @Test("A subclass, a reference back, and an object that is there with two values are right")
  func objects() throws {
    struct Item: Encodable {
      var id = 1
      var title: String
    }
    struct Change: Encodable {
      var before = Item(title: "a")
      var after = Item(title: "b")
    }
    #expect(
      try texts(
        .encoding([Derived()]),
        #""Derived": { "map": { "id": "Int", "name": "String", "size?": "String" } }"#,
        as: "Derived") == [])
    #expect(
      try texts(
        .encoding([Node([Node([])])]),
        #""Node": { "map": { "children": "children: [Node]", "parent?": "parent: Node" } }"#,
        as: "Node") == [])
    #expect(
      try texts(
        .encoding([Change()]),
        """
        "Change": { "map": { "before": "before: Item", "after": "after: Item" } },
        "Item": { "identifiedBy": "id", "map": { "id": "Int", "title": "String" } }
        """, as: "Change") == [])
  }

  @Test("A key that an encoder writes for other values is left out on purpose")
  func changes() throws {
    struct Settings: Encodable {
      var name = "a"
      var theme = "b"
      var changed: Set<CodingKeys>
      enum CodingKeys: CodingKey { case name, theme }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if changed.contains(.name) { try container.encode(name, forKey: .name) }
        if changed.contains(.theme) { try container.encode(theme, forKey: .theme) }
      }
    }
    let mappings = #""Settings": { "map": { "name?": "String", "theme?": "String" } }"#
    let values = [Settings(changed: [.name]), Settings(changed: [.theme])]
    #expect(try texts(.encoding(values), mappings, as: "Settings") == [])
    #expect(try texts(.encoding([values[0]]), mappings, as: "Settings").count == 1)
  }

  // MARK: - Wrong encoders

  private static let note = """
    "Note": { "map": {
      "title": "String", "body": "String", "made?": "Date(milliseconds)", "seen?": "Date(milliseconds)",
      "pinned?": "Bool", "tags?": "[String]" } }
    """

  struct Note: Encodable {
    var title = "a"
    var body = "b"
    var made: Date?
    var seen: Date?
  }

  @Test("Exchanged keys are one cause, with the values of the properties and those that are read")
  func exchanged() throws {
    struct Exchanged: Encodable {
      var title = "a"
      var body = "b"
      enum CodingKeys: String, CodingKey {
        case title = "body"
        case body = "title"
      }
    }
    #expect(
      try texts(
        .encoding([Exchanged(), Exchanged(title: "c")], with: encoder()), Self.note, as: "Note")
        == [
          #"""
          Exchanged writes another value of title, body
            in        a.contract.json:2:12  "title": "title: String"
            value     Exchanged(title: "a", body: "b")
            payload   {"body":"a","title":"b"}
            property  title = "a", body = "b"
            contract  reads title = "b", body = "a"
            also      of 1 other value
          """#
        ])
  }

  @Test("Another form of dates is one cause for all dates")
  func dates() throws {
    let values = [
      Note(made: Date(timeIntervalSince1970: 1_700_000_000)),
      Note(seen: Date(timeIntervalSince1970: 1_600_000_000)),
    ]
    #expect(
      try texts(.encoding(values, with: encoder(.secondsSince1970)), Self.note, as: "Note") == [
        #"""
        Note writes another value of made, seen
          in        a.contract.json:2:49  "made?": "made: Date(milliseconds)"
          value     Note(title: "a", body: "b", made: 2023-11-14T22:13:20Z, seen: nil)
          payload   {"body":"b","made":1700000000,"title":"a"}
          property  made = 2023-11-14T22:13:20Z
          contract  reads made = 1970-01-20T16:13:20Z
          hint      the app writes seconds for milliseconds
          also      of 1 other value
        """#
      ])
    let reference = try texts(
      .encoding([values[0]], with: encoder(.deferredToDate)), Self.note, as: "Note")
    #expect(reference.count == 1)
    #expect(
      reference[0].hasSuffix(
        """
          contract  reads made = 1970-01-09T08:28:12.8Z
          hint      the app counts from 2001, as without a dateEncodingStrategy
        """))
  }

  struct Wrong: Encodable {
    var title = "a"
    var body = "b"
    var pinned = true
    var tags = ["x"]
    enum CodingKeys: CodingKey { case title, body, pinned }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(title, forKey: .title)
      try container.encode(body, forKey: .body)
      try container.encode(!pinned, forKey: .pinned)
    }
  }

  @Test("An inverted value and a forgotten key are a cause each, unless they are meant")
  func wrong() throws {
    let values = EncodedValues.encoding([Wrong()], with: encoder())
    #expect(
      try texts(values, Self.note, as: "Note") == [
        #"""
        Wrong writes another value of pinned
          in        a.contract.json:3:14  "pinned?": "pinned: Bool"
          value     Wrong(title: "a", body: "b", pinned: true, tags: ["x"])
          payload   {"body":"b","pinned":false,"title":"a"}
          property  pinned = true
          contract  reads pinned = false
          hint      if that is meant, say comparing: [.skipping("pinned")]
        """#,
        #"""
        Wrong leaves out tags
          in        a.contract.json:3:31  "tags?": "tags: [String]"
          value     Wrong(title: "a", body: "b", pinned: true, tags: ["x"])
          payload   {"body":"b","pinned":false,"title":"a"}
          property  tags = ["x"]
          contract  reads tags = nil
          hint      if that is meant, say comparing: [.skipping("tags")]
        """#,
      ])
    #expect(
      try texts(
        values, Self.note, as: "Note", comparing: [.skipping("pinned"), .skipping("Note.tags")])
        == [])
    let contract = try contract(Self.note)
    #expect(
      complaint { try expect(values, keeps: contract, as: "Note", comparing: [.skipping("tag")]) }
        == """
        comparing: the contract "a" has no property "tag"
          did you mean "tags"?
        """)
  }

  @Test("A property that the app calls otherwise is compared if the test names it")
  func named() throws {
    struct Named: Encodable {
      var headline = "a"
      var body = "b"
      enum CodingKeys: String, CodingKey { case headline, body, title }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(body, forKey: .title)
        try container.encode(body, forKey: .body)
      }
    }
    let values = EncodedValues.encoding([Named()], with: encoder())
    #expect(try texts(values, Self.note, as: "Note") == [])
    #expect(
      try texts(values, Self.note, as: "Note", named: ["title": "headline"]) == [
        #"""
        Named writes another value of title
          in        a.contract.json:2:12  "title": "title: String"
          value     Named(headline: "a", body: "b")
          payload   {"body":"b","title":"b"}
          property  title = "a"
          contract  reads title = "b"
          hint      if that is meant, say comparing: [.skipping("title")]
        """#
      ])
  }

  @Test("Wrong values of nested objects, elements and raw values are found at their places")
  func nested() throws {
    struct Outer: Encodable {
      var people = [Person(name: "x"), Person(name: "y")]
      var mood = Mood.good
      var day = Date(timeIntervalSince1970: 1_700_000_000)
      enum CodingKeys: CodingKey { case people, mood, day }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode([people[0], Person(name: "z")], forKey: .people)
        try container.encode(Mood.bad, forKey: .mood)
        try container.encode("2023-10-14", forKey: .day)
      }
    }
    let found = try texts(
      .encoding([Outer()]),
      """
      "Outer": { "map": { "people": "people: [Person]", "mood": "String", "day": "Date('yyyy-MM-dd')" } },
      "Person": { "map": { "name": "String" } }
      """, as: "Outer")
    #expect(
      found.map { $0.prefix { $0 != "\n" } } == [
        "Outer writes another value of mood", "Outer writes another value of day",
        "Outer writes another value of people.name",
      ])
    #expect(found[2].contains("\n  property  people[1].name = \"y\"\n"))
  }

  // MARK: - Keys

  private static let person = """
    "Person": { "unknownKeys": "error", "map": {
      "first_name": "firstName: String", "nick_name?": "nickName: String", "home_page?": "homePage: URL",
      "age?": "Int" } }
    """

  struct Camel: Encodable {
    var firstName = "a"
    var homePage: URL?
    var nickName = "b"
    var ages = 5
    var other = 6
  }

  @Test("Keys in another style are one cause, each with the key that is meant; others are alone")
  func unknownKeys() throws {
    let values = [Camel(), Camel(homePage: URL(string: "https://a.example"))]
    #expect(
      try texts(.encoding(values, with: encoder()), Self.person, as: "Person") == [
        #"""
        Camel breaks unknown-key at ages
          in        a.contract.json:3:11  "age?": "age: Int"
          value     Camel(firstName: "a", homePage: nil, nickName: "b", ages: 5, other: 6)
          payload   {"ages":5,"firstName":"a","nickName":"b","other":6}
          contract  error[unknown-key] at ages: the key "ages" is not in the contract; did you mean "age"?
          also      of 1 other value
        """#,
        #"""
        Camel breaks unknown-key at firstName, nickName, homePage
          in        a.contract.json:2:17  "first_name": "firstName: String"
          value     Camel(firstName: "a", homePage: nil, nickName: "b", ages: 5, other: 6)
          payload   {"ages":5,"firstName":"a","nickName":"b","other":6}
          contract  error[unknown-key] at firstName: the key "firstName" is not in the contract; did you mean "first_name"?
          contract  error[unknown-key] at nickName: the key "nickName" is not in the contract; did you mean "nick_name"?
          also      of 1 other value
        """#,
        #"""
        Camel breaks unknown-key at other
          value     Camel(firstName: "a", homePage: nil, nickName: "b", ages: 5, other: 6)
          payload   {"ages":5,"firstName":"a","nickName":"b","other":6}
          contract  error[unknown-key] at other: the key "other" is not in the contract
          also      of 1 other value
        """#,
      ])
  }

  @Test("An optional key in another spelling is an error, and not a key that is left out, too")
  func optionalKeys() throws {
    struct OptionalCamel: Encodable {
      var firstName = "a"
      var nickName: String?
      enum CodingKeys: String, CodingKey {
        case firstName = "first_name"
        case nickName
      }
    }
    let mappings = Self.person.replacing(#""unknownKeys": "error", "#, with: "")
    let values = [OptionalCamel(), OptionalCamel(nickName: "b")]
    #expect(
      try texts(.encoding(values, with: encoder()), mappings, as: "Person") == [
        #"""
        OptionalCamel breaks key-case at nickName
          in        a.contract.json:2:52  "nick_name?": "nickName: String"
          value     OptionalCamel(firstName: "a", nickName: "b")
          payload   {"first_name":"a","nickName":"b"}
          contract  error[key-case] at nickName: "nickName" is "nick_name" but for case and underscores; the line's key is absent, and nothing maps this one
        """#
      ])
  }

  @Test("A key that is left out and one that looks like it are told together")
  func nearKeys() throws {
    struct Near: Encodable {
      var firstName = "a"
      var nickName = "b"
      enum CodingKeys: String, CodingKey {
        case firstName = "first_name"
        case nickName = "nick_nmae"
      }
    }
    let mappings = Self.person.replacing(#""unknownKeys": "error", "#, with: "")
    #expect(
      try texts(.encoding([Near()], with: encoder()), mappings, as: "Person") == [
        #"""
        Near leaves out nickName
          in        a.contract.json:2:52  "nick_name?": "nickName: String"
          value     Near(firstName: "a", nickName: "b")
          payload   {"first_name":"a","nick_nmae":"b"}
          property  nickName = "b"
          contract  reads nickName = nil
          hint      the key "nick_nmae" looks like "nick_name", which is absent
        """#
      ])
  }
}
