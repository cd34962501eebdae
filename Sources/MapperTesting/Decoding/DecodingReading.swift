package import JSONParsing

/// One question that a model asked its decoder.
///
///     decodeIfPresent user.first_name (firstName) String = null
package struct DecodingReading: Sendable {
  package enum Access: String, Sendable, CaseIterable {
    case decode, decodeIfPresent, contains, decodeNil, allKeys, nestedContainer
    case nestedUnkeyedContainer, superDecoder
  }

  /// The answer: what the payload had, or that the question threw.
  package enum Outcome: String, Sendable, CaseIterable {
    case value, null, absent, threw
  }

  package let access: Access
  let place: DecodingPlace
  /// The coding key as the model names it; `nil` for elements and for the decoder's own value.
  package var key: String?
  /// The requested type; `nil` if the access has none.
  package var type: (any Any.Type)?
  package internal(set) var outcome = Outcome.value
  /// The position of the reading during which this one was made; `nil` at the top level.
  var parent: Int?

  /// The path in the payload's own spelling. A missing member is spelt as the key strategy would
  /// have found it, if there is such a spelling.
  package var path: InstancePath { place.path }
  package var value: JSONValue? { place.value }

  /// The name of the type, such as `Int` or `Optional<City>`.
  package var typeName: String? { type.map { String(describing: $0) } }
}

extension DecodingReading: CustomStringConvertible {
  /// The access, the path, the key if spelt differently, the type and the outcome, on one line.
  package var description: String {
    let words = [access.rawValue, displayed(path.description), keyNote, typeName ?? ""]
    return words.filter { !$0.isEmpty }.joined(separator: " ") + " = \(outcome.rawValue)"
  }

  private var keyNote: String {
    guard let key, path.steps.last != .member(MemberName(key)) else { return "" }
    return "(\(displayed(key)))"
  }
}
