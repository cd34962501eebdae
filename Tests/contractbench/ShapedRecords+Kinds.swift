// The records of the benchmarks: some with many keys of which a contract reads only a part, and
// many kinds of events that a contract reads completely.

extension ShapedRecords {
  /// Users of about 200 bytes, with an identity each.
  static let users = ShapedRecords([
    Shape(
      name: "User", identity: "id",
      fields: [
        Field(key: "id", value: .number), Field(key: "login", value: .text(10)),
        Field(key: "name", value: .text(24)),
        Field(key: "email", value: .text(18), isNullable: true),
        Field(key: "score", value: .decimal), Field(key: "isAdmin", value: .flag),
        Field(key: "url", value: .link),
      ])
  ])

  /// Issues of a tracker of about five kilobytes, of which a contract maps a third of the keys.
  static let issues = ShapedRecords([
    Shape(
      name: "Issue", identity: "id",
      fields: [
        Field(key: "id", value: .number), Field(key: "number", value: .number),
        Field(key: "title", value: .text(50)), Field(key: "state", value: .text(4)),
        Field(key: "html_url", value: .link), Field(key: "body", value: .prose(1_200)),
        Field(key: "comments", value: .number), Field(key: "locked", value: .flag),
        Field(key: "user", value: .object("User")), Field(key: "labels", value: .list("Label", 3)),
        Field(key: "assignee", value: .object("User"), isNullable: true),
        Field(key: "milestone", value: .text(10), isOptional: true),
        Field(key: "created_at", value: .date),
        Field(key: "closed_at", value: .date, isNullable: true),
        Field(key: "reactions", value: .object("Reactions"), isMapped: false),
      ] + other(14)),
    person(mapping: 5),
    Shape(
      name: "Label", identity: "id",
      fields: [
        Field(key: "id", value: .number), Field(key: "name", value: .text(12)),
        Field(key: "color", value: .text(6)), Field(key: "default", value: .flag),
        Field(key: "url", value: .link, isMapped: false),
      ]),
    Shape(name: "Reactions", fields: [Field(key: "total", value: .number)] + other(9)),
  ])

  /// Events of forty kinds of about eight kilobytes, of which a contract maps every key.
  static let webhooks: ShapedRecords = {
    let names = (1...40).map { "Event\($0)" }
    let events = names.enumerated().map { number, name in
      Shape(
        name: name, identity: nil,
        fields: [
          Field(key: "action", value: .text(8)),
          Field(key: "subject", value: .object("\(name)Subject")),
          Field(key: "repository", value: .object("Repository")),
          Field(key: "organization", value: .object("Organization"), isOptional: true),
          Field(key: "installation", value: .object("Installation"), isOptional: true),
          Field(key: "sender", value: .object("User")),
        ])
    }
    let subjects = names.enumerated().map { number, name in
      Shape(
        name: "\(name)Subject", identity: "id",
        fields: identified + wide(12 + number) + [Field(key: "user", value: .object("User"))])
    }
    let shared = [
      Shape(
        name: "Repository", identity: "id",
        fields: identified + wide(75) + [Field(key: "owner", value: .object("User"))]),
      person(mapping: .max),
      Shape(name: "Organization", identity: "id", fields: identified + wide(10)),
      Shape(name: "Installation", identity: "id", fields: identified),
    ]
    return ShapedRecords(
      events + subjects + shared, events: names.map { (name: $0.lowercased(), shape: $0) })
  }()

  private static let identified = [
    Field(key: "id", value: .number), Field(key: "node_id", value: .text(20)),
  ]

  private static func person(mapping mappedCount: Int) -> Shape {
    var person = Shape(name: "User", identity: "id", fields: identified + wide(16))
    for index in person.fields.indices where index >= mappedCount {
      person.fields[index].isMapped = false
    }
    return person
  }

  /// Returns members of all kinds, some of which are sometimes absent or null.
  private static func wide(_ count: Int) -> [Field] {
    let kinds: [(name: String, value: Value)] = [
      ("forks_url", .link), ("is_open", .flag), ("html_url", .link), ("size", .number),
      ("language", .text(14)), ("tags_url", .link), ("pushed_at", .date),
    ]
    return (0..<count).map { number in
      let kind = kinds[number % kinds.count]
      return Field(
        key: "\(kind.name)_\(number)", value: kind.value, isOptional: number % 11 == 10,
        isNullable: kind.name == "language")
    }
  }

  private static func other(_ count: Int) -> [Field] {
    wide(count).map { field in
      var field = field
      field.isMapped = false
      return field
    }
  }
}
