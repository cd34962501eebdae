import Foundation

/// Enumerations without raw values, one of them with a case for all other values.
enum EnumStyle {
  struct Payment: Decodable {
    let amount: Decimal
    let currency: Currency
  }

  enum Currency: Decodable {
    case eur, usd
    case other(String)

    init(from decoder: any Decoder) throws {
      switch try decoder.singleValueContainer().decode(String.self) {
      case "EUR": self = .eur
      case "USD": self = .usd
      case let text: self = .other(text)
      }
    }
  }

  enum State: Decodable {
    case draft, placed, paid, shipped

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      switch try container.decode(String.self) {
      case "draft": self = .draft
      case "placed": self = .placed
      case "paid": self = .paid
      case "shipped": self = .shipped
      case let text:
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "state \(text)")
      }
    }
  }
}
