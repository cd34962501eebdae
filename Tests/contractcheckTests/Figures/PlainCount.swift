import Foundation

/// Counts over parsed JSON, in the order of their names, to compare figures with.
struct PlainCount {
  private(set) var counts: [String: Int] = [:]

  subscript(name: String) -> Int {
    get { counts[name] ?? 0 }
    set { counts[name] = newValue }
  }

  /// All counts, one a line.
  var text: String {
    counts.filter { $0.value != 0 }.map { "\($0.key) = \($0.value)" }.sorted()
      .joined(separator: "\n")
  }
}

/// A value as `JSONSerialization` reads it, without the engine.
struct PlainJSON {
  let value: Any?

  init(_ value: Any?) { self.value = value }

  init(parsing text: some StringProtocol) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  /// Returns the values of the lines that are JSON.
  static func lines(_ text: String) -> [PlainJSON] {
    text.split(whereSeparator: \.isNewline).compactMap { try? PlainJSON(parsing: $0) }
  }

  subscript(name: String) -> PlainJSON { PlainJSON((value as? [String: Any])?[name]) }

  var isThere: Bool { value != nil }
  var isNull: Bool { value is NSNull }
  var keys: [String] { (value as? [String: Any]).map { Array($0.keys) } ?? [] }
  var members: [String: PlainJSON] {
    ((value as? [String: Any]) ?? [:]).mapValues { PlainJSON($0) }
  }
  var elements: [PlainJSON] { ((value as? [Any]) ?? []).map { PlainJSON($0) } }
  var string: String? { value as? String }
  var int: Int? { value as? Int }
  var isObject: Bool { value is [String: Any] }
}
