import Foundation
import JSONParsing

extension Mutant {
  /// Mistakes with arrays, sets and dictionaries.
  static var ofCollections: [Mutant] {
    [
      list("the first element lost", "related", at: "order.related") { Array($0.dropFirst()) },
      list("the last element lost", "lines", at: "order.lines") { Array($0.dropLast()) },
      list("only the first element", "lines", at: "order.lines") { Array($0.prefix(1)) },
      list("the first 20 elements", "related", at: "order.related") { Array($0.prefix(20)) },
      list("the order reversed", "grid", at: "order.grid") { $0.reversed() },
      list("the order reversed", "lines", at: "order.lines", says: "lines in another order") {
        $0.reversed()
      },
      list("null elements dropped", "related", at: "order.related") {
        $0.filter { !isNil($0) }
      },
      list("null elements as zero", "related", at: "order.related") {
        $0.map { isNil($0) ? 0 : $0 }
      },
      list("equal elements once", "related", at: "order.related") { elements in
        elements.enumerated().filter { index, element in
          !elements[..<index].contains { "\($0)" == "\(element)" }
        }.map(\.element)
      },
      list("inner arrays flattened", "grid", at: "order.grid") {
        $0.flatMap { $0 as? [Any] ?? [] }
      },
      list("the row before", "grid", at: "order.grid") { elements in
        elements.indices.map { elements[max(0, $0 - 1)] }
      },
      list("sorted", "related", at: "order.related") { $0.sorted { "\($0)" < "\($1)" } },
      Mutant("an element that fails is skipped", "Order", "lines", at: "order.lines") {
        $0.read = { value, mapper in
          guard value.kind == .array else { throw TableError.wrong(value, "an array") }
          return value.elements.compactMap { try? mapper.object("Line", $0) }
        }
      },
      Mutant("an element that fails is nil", "Order", "related", at: "order.related") {
        $0.read = Reading.list { value, mapper in try? Reading.int(value, mapper) }
      },
      Mutant("an element that fails ends the array", "Order", "tags", at: "order.tags") {
        $0.read = Reading.changed(
          { value, _ in
            guard value.kind == .array else { throw TableError.wrong(value, "an array") }
            return value.elements.prefix { $0.string != nil }.compactMap(\.string)
          }, [String].self
        ) { Set($0) }
      },
      Mutant("one object for an array", "Order", "lines", at: "order.lines") {
        $0.read = Reading.either($0.read) { try [$1.object("Line", $0)] }
      },
      Mutant("one text for an array", "Order", "tags", at: "order.tags") {
        $0.read = Reading.either($0.read) { value, _ in try value.string.map { [$0] } ?? fail() }
      },
      Mutant("the first of an array for an object", "Order", "customer", at: "order.customer") {
        $0.read = Reading.either($0.read) { value, mapper in
          try value[0].map { try mapper.object("Customer", $0) } ?? fail()
        }
      },
      Mutant("[] for an empty object", "Order", "attributes", at: "order.attributes") {
        $0.read = Reading.either($0.read, emptyArray)
      },
      Mutant("[] for no object", "Order", "contact", at: "order.contact") {
        $0.read = Reading.either($0.read) { value, mapper in
          try value.kind == .array && value.elements.isEmpty ? nil : fail()
        }
      },
      Mutant("an object of JSON in a text", "Order", "payments", at: "order.payments") {
        let read = $0.read
        $0.read = Reading.either(read) { value, mapper in
          try read(JSONDocument(parsing: value.string ?? "").root, mapper)
        }
      },
    ]
  }

  /// Mistakes with the names and values of dictionaries.
  static var ofDictionaries: [Mutant] {
    [
      dictionary("names in lower case", "attributes", at: "order.attributes") { entries in
        Dictionary(entries.map { ($0.key.lowercased(), $0.value) }) { $1 }
      },
      dictionary("null values dropped", "attributes", at: "order.attributes") { entries in
        entries.filter { !isNil($0.value) }
      },
      dictionary("null values as empty texts", "attributes", at: "order.attributes") { entries in
        entries.mapValues { isNil($0) ? "" : $0 }
      },
      dictionary("positions for names", "payments", at: "order.payments") { entries in
        Dictionary(entries.values.enumerated().map { ("\($0)", $1) }) { $1 }
      },
      dictionary("an element lost", "payments", at: "order.payments") { entries in
        entries.filter { $0.key != entries.keys.min() }
      },
      Mutant(
        "names lost", "Order", "payments", at: "order.payments",
        missed: "an array of what a keyed collection holds is as right, where no line reads the key"
      ) {
        $0.read = Reading.changed($0.read, [String: Any].self) { entries in
          entries.sorted { $0.key < $1.key }.map(\.value)
        }
      },
    ]
  }

  /// Mistakes with failures.
  static var ofFailures: [Mutant] {
    [
      Mutant("all is nil behind the first failure", at: "order.lines[0]", says: "\"price") {
        $0.recover = { row, _ in row.property == "price" ? .stop : nil }
      },
      Mutant("a failure as nil", "Customer", "email", at: "order.customer.email") {
        $0.read = Reading.either($0.read) { _, _ in nil }
      },
      Mutant("a failure as nil for the object", "Order", "contact", at: "order.contact") {
        $0.read = Reading.either($0.read) { _, _ in nil }
      },
      Mutant("a failure as a default", "Order", "weight", at: "order.weight") {
        $0.read = Reading.either($0.read) { _, _ in 0.0 }
      },
      Mutant("a failure as an empty array", "Line", "discounts", at: "order.lines[0].discounts") {
        $0.read = Reading.either($0.read) { _, _ in [Any]() }
      },
      Mutant("a failure of any row as nil", at: "order.total", says: "\"total") {
        $0.recover = { _, _ in .value(nil) }
      },
    ]
  }

  private static func list(
    _ name: String, _ key: String, at path: String, says: String? = nil,
    _ change: @escaping ([Any]) -> [Any]
  ) -> Mutant {
    Mutant(name, "Order", key, at: path, says: says) {
      $0.read = Reading.changed($0.read, [Any].self, change)
    }
  }

  private static func dictionary(
    _ name: String, _ key: String, at path: String,
    _ change: @escaping ([String: Any]) -> [String: Any]
  ) -> Mutant {
    Mutant(name, "Order", key, at: path) {
      $0.read = Reading.changed($0.read, [String: Any].self, change)
    }
  }

  private static func emptyArray(_ value: JSONValue, _: TableMapper) throws -> Any? {
    try value.kind == .array && value.elements.isEmpty ? [String: Any]() : fail()
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}
