import JSONParsing
import TestSupport

/// Records made from a description, with the contract that describes them. They are as wide as the
/// payloads of real servers, which are not in this package.
struct ShapedRecords {
  /// The kind of a member's value.
  enum Value {
    case number, decimal, flag, date
    /// `text` has a number of bytes, and `prose` has escapes besides.
    case text(Int)
    case prose(Int)
    case link
    /// `object` is an object of a shape, and `list` an array with a number of them.
    case object(String)
    case list(String, Int)
  }

  struct Field {
    var key: String
    var value: Value
    var isOptional = false
    var isNullable = false
    /// Whether the contract maps the member.
    var isMapped = true
  }

  struct Shape {
    var name: String
    var identity: String?
    var fields: [Field]
  }

  /// The shapes by name; the first is that of each record, unless there are events.
  let shapes: [Shape]
  /// The names of events, with the shape of each.
  var events: [(name: String, shape: String)] = []
  private let places: [String: Int]

  init(_ shapes: [Shape], events: [(name: String, shape: String)] = []) {
    (self.shapes, self.events) = (shapes, events)
    places = Dictionary(uniqueKeysWithValues: shapes.indices.map { (shapes[$0].name, $0) })
  }

  // MARK: - The contract

  /// - Parameter brokenCount: The number of lines of the first shape with another type than in the
  ///   records.
  func contract(brokenCount: Int = 0) -> String {
    var writer = JSONWriter(.indented(spaces: 2))
    writer.beginObject()
    writer.member("contract", 1)
    if !events.isEmpty {
      writer.object("endpoints") { writer in
        for event in events { writer.member("event \(event.name)", event.shape) }
      }
    }
    writer.object("mappings") { writer in
      for (number, shape) in shapes.enumerated() {
        writer.object(shape.name) { write(shape, broken: number == 0 ? brokenCount : 0, to: &$0) }
      }
    }
    writer.endObject()
    return writer.text
  }

  private func write(_ shape: Shape, broken: Int, to writer: inout JSONWriter) {
    if let identity = shape.identity { writer.member("identifiedBy", identity) }
    writer.object("map") { writer in
      var brokenCount = 0
      for field in shape.fields where field.isMapped {
        var type = field.value.type
        let isAlwaysThere = !field.isOptional && !field.isNullable
        if brokenCount < broken, ["String", "Date(iso8601)"].contains(type), isAlwaysThere {
          (type, brokenCount) = ("Bool", brokenCount + 1)
        }
        writer.member(
          field.key + (field.isOptional ? "?" : ""), type + (field.isNullable ? "?" : ""))
      }
    }
  }

  // MARK: - Records

  /// Returns the record with a number, as one line without its end.
  ///
  /// - Parameter isViolating: Whether the first member has a wrong type.
  func record(_ number: Int, isViolating: Bool = false) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(number))
    var writer = JSONWriter()
    if events.isEmpty {
      write(shapes[0], isViolating, &random, to: &writer)
    } else {
      let event = events[number % events.count]
      writer.object { writer in
        writer.member("event", event.name)
        writer.name("data")
        write(shapes[places[event.shape]!], isViolating, &random, to: &writer)  // it has a place
      }
    }
    return writer.bytes
  }

  private func write(
    _ shape: Shape, _ isViolating: Bool, _ random: inout SplitMix64, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    for (position, field) in shape.fields.enumerated() {
      let chance = random.next()
      guard !field.isOptional || chance % 4 != 0 else { continue }
      writer.name(field.key)
      if isViolating, position == 0 {
        writer.beginArray()
        writer.endArray()
      } else if field.isNullable, chance % 3 == 0 {
        writer.null()
      } else {
        write(field.value, &random, to: &writer)
      }
    }
    writer.endObject()
  }

  private func write(
    _ value: Value, _ random: inout SplitMix64, to writer: inout JSONWriter
  ) {
    let number = random.next()
    switch value {
    case .number: writer.number(number >> 36)
    case .decimal: writer.number(Double(number >> 50) + 0.5)
    case .flag: writer.bool(number & 16 == 0)
    case .date: writer.string("20\(10 + number % 15)-0\(1 + number % 9)-1\(number % 10)T08:09:10Z")
    case .text(let length): writer.string(String(Self.words.prefix(length)))
    case .prose(let length):
      let line = "It's \"\(number % 100)\" at \\ it again.\r\n"
      writer.string(String(repeating: line, count: max(1, length / line.utf8.count)))
    case .link: writer.string("https://api.example.com/repos/owner/\(number >> 40)/comments")
    case .object(let name): write(shapes[places[name]!], false, &random, to: &writer)
    case .list(let name, let count):
      writer.beginArray()
      for _ in 0..<count { write(shapes[places[name]!], false, &random, to: &writer) }
      writer.endArray()
    }
  }

  private static let words = String(repeating: "name of a thing or a person ", count: 40)
}

extension ShapedRecords.Value {
  /// The type in the contract. Links are texts in the benchmarks, because not all peers can check
  /// them.
  fileprivate var type: String {
    switch self {
    case .number: "Int"
    case .decimal: "Double"
    case .flag: "Bool"
    case .date: "Date(iso8601)"
    case .text, .prose, .link: "String"
    case .object(let name): name
    case .list(let name, _): "[\(name)]"
    }
  }
}
