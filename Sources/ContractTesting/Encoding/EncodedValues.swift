public import Foundation
import JSONParsing
import MapperTesting

/// Values of an app's `Encodable` type, as it writes them to be sent.
///
///     .encoding([NewSubscription(feedURL: url), NewSubscription(feedURL: url, tags: ["a"])])
///     .encoding(comments, with: API.encoder, API.decoder)     // written and read again
public struct EncodedValues {
  /// The type, in texts.
  let name: String
  let values: [Item]

  /// A value, which is written when it is asked for.
  struct Item {
    /// On a line that is safe to display.
    let text: String
    let encode: () throws -> [UInt8]
    /// Writes once more what was read of what it wrote; of types that decode.
    var encodeAgain: (([UInt8]) throws -> [UInt8])?
  }

  /// - Parameters:
  ///   - values: At least one; those of all cases, with and without what is optional.
  ///   - encoder: With the app's strategies; it is not changed.
  public static func encoding<Value: Encodable>(
    _ values: [Value], with encoder: JSONEncoder = JSONEncoder()
  ) -> EncodedValues {
    EncodedValues(
      name: "\(Value.self)",
      values: values.map { value in
        Item(text: ReflectedText(value).description) { Array(try encoder.encode(value)) }
      })
  }

  /// Values of a type that decodes, too: what it reads of what it wrote, it has to write again.
  ///
  /// - Parameters:
  ///   - values: At least one; those of all cases, with and without what is optional.
  ///   - encoder: With the app's strategies; it is not changed.
  ///   - decoder: With the app's strategies; it is not changed.
  public static func encoding<Value: Codable>(
    _ values: [Value], with encoder: JSONEncoder, _ decoder: JSONDecoder
  ) -> EncodedValues {
    EncodedValues(
      name: "\(Value.self)",
      values: values.map { value in
        Item(
          text: ReflectedText(value).description,
          encode: { Array(try encoder.encode(value)) },
          encodeAgain: { bytes in
            Array(try encoder.encode(decoder.decode(Value.self, from: Data(bytes))))
          })
      })
  }
}
