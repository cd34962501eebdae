import Foundation
import JSONParsing

extension Mutant {
  /// Mistakes with absent, null or empty values.
  static var ofAbsence: [Mutant] {
    [
      Mutant("missing as nil", "Order", "reference", at: "order.reference") {
        $0.isOptional = true
      },
      Mutant("missing as an empty text", "Order", "title", at: "order.title") {
        $0 = $0.orElse("")
      },
      Mutant("missing as zero", "Order", "views", at: "order.views") { $0 = $0.orElse(UInt(0)) },
      Mutant("missing as false", "Order", "gift", at: "order.gift") { $0 = $0.orElse(false) },
      Mutant("missing as an empty array", "Order", "lines", at: "order.lines") {
        $0 = $0.orElse([Any]())
      },
      Mutant("missing optional as zero", "Order", "weight", at: "order.weight") {
        $0 = $0.orElse(0.0)
      },
      Mutant(
        "null as missing", "Order", "attributes", at: "order.attributes",
        missed: "absent and null are one to a mapper, where the contract admits either"
      ) {
        $0.isNullable = true
      },
      Mutant("null as an empty array", "Order", "related", at: "order.related") {
        $0.read = ifNull([Any](), $0.read)
      },
      Mutant("null as zero", "Line", "quantity", at: "order.lines[0].quantity") {
        $0.read = ifNull(0, $0.read)
      },
      Mutant("null as an empty text", "Order", "shipping.note", at: "order.shipping.note") {
        $0.isNullable = false
        $0.read = ifNull("", $0.read)
      },
      Mutant("null refused", "Order", "due", at: "order.due") { $0.isNullable = false },
      Mutant("an optional object required", "Order", "contact", at: "order.contact") {
        $0.isOptional = false
      },
      Mutant("an empty text as nil", "Address", "zip", at: "order.customer.address.zip") {
        $0.read = Reading.changed($0.read, String.self) { $0.isEmpty ? nil : $0 }
      },
      Mutant("the text \"null\" as nil", "Order", "shipping.note", at: "order.shipping.note") {
        $0.read = Reading.changed($0.read, String.self) { $0 == "null" ? nil : $0 }
      },
      Mutant("zero as nil", "Order", "weight", at: "order.weight") {
        $0.read = Reading.changed($0.read, Double.self) { $0 == 0 ? nil : $0 }
      },
      Mutant("zero refused", "Order", "views", at: "order.views") {
        $0.read = refusing($0.read, UInt.self) { $0 == 0 }
      },
      Mutant("an empty array refused", "Order", "tags", at: "order.tags") {
        $0.read = refusing($0.read, Set<String>.self) { $0.isEmpty }
      },
      Mutant("an empty array as nil", "Line", "discounts", at: "order.lines[0].discounts") {
        $0.read = Reading.changed($0.read, [Any].self) { $0.isEmpty ? nil : $0 }
      },
    ]
  }

  private static func ifNull(_ value: Any, _ read: @escaping Row.Read) -> Row.Read {
    { $0.isNull ? value : try read($0, $1) }
  }

  static func refusing<Value>(
    _ read: @escaping Row.Read, _ type: Value.Type, _ isWrong: @escaping (Value) -> Bool
  ) -> Row.Read {
    { value, mapper in
      let result = try read(value, mapper)
      if let result = result as? Value, isWrong(result) { throw TableError.wrong(value, "more") }
      return result
    }
  }
}
