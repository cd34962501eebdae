import Foundation
import JSONParsing

extension Mutant {
  /// Mistakes in conversions from one kind of JSON value to another.
  static var ofCoercions: [Mutant] {
    [
      Mutant("a text as Int", "Order", "id", at: "order.id") {
        $0.read = Reading.either($0.read, Reading.parsed { Int($0) })
      },
      Mutant("a number as String", "Order", "title", at: "order.title") {
        $0.read = Reading.either($0.read, Reading.textOrNumber)
      },
      Mutant("a bool as String", "Address", "city", at: "order.customer.address.city") {
        $0.read = Reading.either($0.read) { value, _ in try value.bool.map { "\($0)" } ?? fail() }
      },
      Mutant("a number as Bool", "Order", "gift", at: "order.gift") {
        $0.read = Reading.either($0.read) { try Reading.int($0, $1) as? Int == 1 }
      },
      Mutant("a text as Bool", "Order", "gift", at: "order.gift") {
        $0.read = Reading.either($0.read, Reading.parsed { ["yes", "true", "1"].contains($0) })
      },
      Mutant("a bool as Int", "Order", "views", at: "order.views") {
        $0.read = Reading.either($0.read) { value, _ in try value.bool.map { $0 ? 1 : 0 } ?? fail()
        }
      },
      Mutant("a fraction cut off", "Line", "quantity", at: "order.lines[0].quantity") {
        $0.read = { value, _ in try value.number?.int64.value.map(Int.init) ?? fail() }
      },
      Mutant("a text as Decimal", "Order", "total", at: "order.total") {
        $0.read = Reading.either($0.read, Reading.parsed { Decimal(string: $0) })
      },
      Mutant("a number for its text", "Order", "shipping.cost", at: "order.shipping.cost") {
        $0.read = Reading.either($0.read, Reading.double)
      },
      Mutant("anything in a text as 0", "Order", "shipping.cost", at: "order.shipping.cost") {
        $0.read = Reading.parsed { Double($0) ?? 0 }
      },
      Mutant("an object as String", "Order", "number", at: "order.number") {
        $0.read = Reading.either($0.read) { value, _ in value.rawText }
      },
    ]
  }

  /// Mistakes with numbers.
  static var ofNumbers: [Mutant] {
    [
      Mutant("an id through Double", "Order", "id", at: "order.id") {
        $0.read = Reading.changed($0.read, Int.self) { Int(exactly: Double($0)) ?? .max }
      },
      Mutant("an id of 32 bits", "Customer", "id", at: "order.customer.id") {
        $0.read = Reading.changed($0.read, Int.self) { Int(Int32(truncatingIfNeeded: $0)) }
      },
      Mutant("a small number that wraps around", "Order", "priority", at: "order.priority") {
        $0.read = Reading.changed(Reading.int, Int.self) { Int8(truncatingIfNeeded: $0) }
      },
      Mutant("a small number that stops at its end", "Order", "priority", at: "order.priority") {
        $0.read = Reading.changed(Reading.int, Int.self) { Int8(clamping: $0) }
      },
      Mutant("the last 64 bits of a long number", "Line", "id", at: "order.lines[0].id") {
        $0.read = Reading.either($0.read) { value, _ in
          try Int128(value.rawText).map { Int(truncatingIfNeeded: $0.low) } ?? fail()
        }
      },
      Mutant("a sign lost", "Order", "views", at: "order.views") {
        $0.read = Reading.either($0.read) { value, _ in
          try value.number?.int64.exactValue.map { $0.magnitude } ?? fail()
        }
      },
      Mutant("no more than Int.max", "Order", "views", at: "order.views") { $0.read = Reading.int },
      Mutant("an amount through Double", "Order", "total", at: "order.total") {
        $0.read = Reading.changed(Reading.double, Double.self) { Decimal($0) }
      },
      Mutant("an amount through Float", "Line", "price", at: "order.lines[0].price") {
        $0.read = Reading.changed(Reading.double, Double.self) { Double(Float($0)) }
      },
      Mutant("cents rounded", "Payment", "amount", at: "order.payments.a.amount") {
        $0.read = Reading.changed($0.read, Decimal.self) {
          Decimal(string: String(format: "%.2f", NSDecimalNumber(decimal: $0).doubleValue))
        }
      },
      Mutant("a rate rounded", "Line", "discounts", at: "order.lines[0].discounts") {
        $0.read = Reading.list(
          Reading.changed(Reading.double, Double.self) { $0.rounded(.toNearestOrEven) })
      },
      Mutant("whole numbers only", "Order", "weight", at: "order.weight") {
        $0.read = Reading.changed(Reading.int, Int.self) { Double($0) }
      },
      Mutant("1.0 refused as Int", "Product", "id", at: "order.lines[0].product.id") {
        $0.read = { value, _ in try Int(value.rawText) ?? fail() }
      },
      Mutant(
        "a number's text made shorter", "Product", "barcode",
        at: "order.lines[0].product.barcode"
      ) {
        $0.read = Reading.either(Reading.text) { value, _ in
          try value.number?.int64.value.map { "\($0)" } ?? fail()
        }
      },
      Mutant(
        "a latitude that stops at the pole", "Address", "geo.lat",
        at: "order.customer.address.geo.lat",
        missed: "ranges are the server's to keep: a mapper may make anything of what breaks them"
      ) {
        $0.read = Reading.changed($0.read, Double.self) { min(90, max(-90, $0)) }
      },
    ]
  }

  static func fail<Value>() throws -> Value { throw TableError.missing("a value") }
}
