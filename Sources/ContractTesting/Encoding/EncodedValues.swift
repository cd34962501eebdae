public import Foundation

/// Values of an app's `Encodable` type, which are encoded as the app sends them. The contract has to
/// read the same values of the JSON again.
///
///     .encoding([NewSubscription(feedURL: url), NewSubscription(feedURL: url, tags: ["a"])])
///     .encoding(comments, with: API.encoder, API.decoder)     // encoded, decoded, encoded again
public struct EncodedValues {
  let name: String
  let values: [Item]
  /// Decodes an encoded value and encodes it again; only for types that can be decoded.
  var encodeAgain: (([UInt8]) throws -> [UInt8])?

  struct Item {
    let value: Any
    let encode: () throws -> [UInt8]
  }

  /// - Parameters:
  ///   - values: At least one value; preferably of all cases, with and without optional properties.
  ///   - encoder: The app's encoder, with its strategies; it is not changed.
  public static func encoding<Value: Encodable>(
    _ values: [Value], with encoder: JSONEncoder = JSONEncoder()
  ) -> EncodedValues {
    EncodedValues(
      name: "\(Value.self)",
      values: values.map { value in
        Item(value: value) { Array(try encoder.encode(value)) }
      })
  }

  /// Values of a type that can also be decoded: an encoded value that is decoded has to be encoded
  /// as the same JSON again.
  ///
  /// - Parameters:
  ///   - values: At least one value; preferably of all cases, with and without optional properties.
  ///   - encoder: The app's encoder, with its strategies; it is not changed.
  ///   - decoder: The app's decoder, with its strategies; it is not changed.
  public static func encoding<Value: Codable>(
    _ values: [Value], with encoder: JSONEncoder, _ decoder: JSONDecoder
  ) -> EncodedValues {
    var encoded = encoding(values, with: encoder)
    encoded.encodeAgain = { bytes in
      Array(try encoder.encode(decoder.decode(Value.self, from: Data(bytes))))
    }
    return encoded
  }
}
