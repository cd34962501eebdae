package import JSONParsing

/// One thing that a model asked its decoder for.
///
///     decodeIfPresent user.first_name (firstName) String = null
package struct DecodingReading: Sendable {
  /// The question.
  package enum Access: String, Sendable, CaseIterable {
    case decode, decodeIfPresent, contains, decodeNil, allKeys, nestedContainer
    case nestedUnkeyedContainer, superDecoder
  }

  /// The answer: what the payload had, or that the question threw.
  package enum Outcome: String, Sendable, CaseIterable {
    case value, null, absent, threw
  }

  package let access: Access
  /// Where in the payload, in its own spelling. A missing member is spelt as the key strategy would
  /// have found it, if there is such a spelling.
  package let path: InstancePath
  /// The coding key as the model names it; `nil` for elements and for the decoder's own value.
  package let key: String?
  /// The type asked for; `nil` where the access has none.
  package let type: (any Any.Type)?
  package internal(set) var outcome = Outcome.value
  /// The value in the payload, if it is there.
  package let value: JSONValue?
  /// The value, or the innermost one on the way to where it is missing.
  let nearest: JSONValue?
  /// The reading inside of which this one was made, by its position; `nil` at the top.
  package let parent: Int?

  /// The name of the type, as in `Int` and `Optional<City>`.
  package var typeName: String? { type.map { String(describing: $0) } }
}

extension DecodingReading: CustomStringConvertible {
  /// One line: the access, the path, the key if it is spelt otherwise, the type and the outcome.
  package var description: String {
    let words = [access.rawValue, displayed(path.description), keyNote, typeName ?? ""]
    return words.filter { !$0.isEmpty }.joined(separator: " ") + " = \(outcome.rawValue)"
  }

  private var keyNote: String {
    guard let key, path.steps.last != .member(MemberName(key)) else { return "" }
    return "(\(displayed(key)))"
  }
}
