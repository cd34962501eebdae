import Foundation
import MappingEngine

/// An app that stores amounts of money as whole cents.
enum CentsStyle {
  struct Payment: Decodable {
    let amount: Cents
    let currency: String
  }

  struct Cents: Decodable {
    let count: Decimal

    init(rounding amount: Decimal) {
      var (cents, rounded) = (amount * 100, Decimal())
      NSDecimalRound(&rounded, &cents, 0, .bankers)
      count = rounded
    }

    init(from decoder: any Decoder) throws {
      try self.init(rounding: decoder.singleValueContainer().decode(Decimal.self))
    }
  }

  static func areEqual(_ contract: MappedValue, _ app: Any) -> Bool {
    guard case .decimal(let amount) = contract, let cents = app as? Cents else { return false }
    return cents.count == Cents(rounding: amount.value).count
  }
}
