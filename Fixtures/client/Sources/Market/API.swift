import Foundation

/// What is wrong with a payload that was read by hand.
struct APIError: Error {
  let message: String
}

enum API {
  /// The decoder of all endpoints whose models are `Codable`.
  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      let plain = Date.ISO8601FormatStyle()
      let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      guard let date = (try? plain.parse(text)) ?? (try? fractional.parse(text)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date: \(text)")
      }
      return date
    }
    return decoder
  }
}
