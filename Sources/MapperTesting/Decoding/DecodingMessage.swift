import ContractModel
import Foundation
package import JSONParsing

/// The message about a decoding error, safe to display.
package struct DecodingMessage {
  let error: any Error
  /// The value that was read, and its type, if known.
  let value: JSONValue?
  let typeName: String?

  package init(error: any Error, value: JSONValue? = nil, typeName: String? = nil) {
    (self.error, self.value, self.typeName) = (error, value, typeName)
  }

  /// The most Unicode scalars of a model's own text that are shown.
  private static let longest = 200

  /// Returns why a mapper rejects a payload, on one line: a decoding error with its place.
  static func located(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return shortened(String(describing: error)) }
    let path = InstancePath(codingPath: error.fullCodingPath)
    let text = DecodingMessage(error: error).text
    return path.steps.isEmpty ? text : "\(displayed(path.description)): \(text)"
  }

  package var text: String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "no value for the key \(quoted(key.stringValue))"
    case .typeMismatch(let type, let context):
      Self.inJSONTerms(Self.start(of: context)) ?? "expected \(type)"
    case .valueNotFound(let type, let context):
      Self.inJSONTerms(Self.start(of: context)) ?? "expected \(type), found null"
    case .dataCorrupted(let context):
      Self.sentence(Self.start(of: context)) ?? "the value is corrupted"
    default: other
    }
  }

  /// The message for a model's own error, or for one of Foundation's that is not public.
  private var other: String {
    guard String(describing: type(of: error)) == "JSONError" else {
      return "the model threw \(Self.shortened(String(describing: error)))"
    }
    let type = typeName ?? "the type asked for"
    guard let number = value?.number else { return "the value cannot be read as \(type)" }
    return "the number \(Self.shortened(number.text)) cannot be read as \(type)"
  }

  /// Returns more of a description than is shown: it may contain the whole payload.
  private static func start(of context: DecodingError.Context) -> String {
    String(context.debugDescription.unicodeScalars.prefix(2 * longest))
  }

  /// Returns a text with Foundation's terms for the kinds of values replaced by JSON's.
  private static func inJSONTerms(_ text: String) -> String? {
    let terms = [
      "Dictionary<String, Any>": "an object", "Array<Any>": "an array",
      "found a dictionary": "found an object", "found number": "found a number",
      "found bool": "found a bool", " instead": "",
      " -- found null value": ", found null",
    ]
    return sentence(
      terms.sorted { $0.key < $1.key }.reduce(text) { text, term in
        text.replacingOccurrences(of: term.key, with: term.value)
      })
  }

  /// Returns a text in the style of messages: lower case first, no full stop, of limited length.
  private static func sentence(_ text: String) -> String? {
    var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.hasSuffix(".") { text.removeLast() }
    guard let first = text.first else { return nil }
    let isWord = text.dropFirst().first.map { !$0.isUppercase } ?? true
    return shortened(isWord ? first.lowercased() + text.dropFirst() : text)
  }

  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > longest else { return displayed(text) }
    return displayed(String(scalars.prefix(longest - 1))) + "…"
  }
}
