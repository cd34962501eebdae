/// A line of a mapping in the form in which it is written.
package struct DraftedLine: Sendable {
  /// The key path, with `?` if the key may be absent.
  package var source: String
  package var type: String
  /// The evidence, which is written after the line.
  package var notes: [String]

  /// A keyword of the long form.
  package struct Option: Sendable {
    package var word: String
    package var json: String

    package init(_ word: String, json: String) { (self.word, self.json) = (word, json) }
  }

  /// - Parameters:
  ///   - property: The property; `nil` if it has the name of the source.
  ///   - options: The keywords; if there are any, the line has the long form.
  package init(
    source: String, property: String? = nil, type: String, options: [Option] = [],
    notes: [String] = []
  ) {
    (self.source, self.notes) = (source, notes)
    let json = DraftText.json
    let members =
      (property.map { [Option("to", json: json($0))] } ?? [])
      + [Option("type", json: json(type))] + options
    self.type =
      options.isEmpty
      ? (property.map { "\($0): " } ?? "") + type
      : "{ " + members.map { "\(json($0.word)): \($0.json)" }.joined(separator: ", ") + " }"
  }
}
