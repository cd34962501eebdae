import ContractModel
import JSONParsing

enum MappedText {
  /// A text as a JSON string.
  static func json(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }
}

extension Literal {
  /// The literal as JSON.
  var json: String {
    switch self {
    case .string(let text): MappedText.json(text.text)
    case .number, .bool, .null: description
    }
  }
}
