/// A line of a mapping as it is written.
package struct DraftedLine: Sendable {
  /// With `?` where it may be absent.
  package var source: String
  package var type: String
  /// The evidence, which stands behind the line.
  package var notes: [String]

  /// What only a word of the long form says.
  package struct Option: Sendable {
    package var word: String
    /// The value of the word, as JSON.
    package var json: String

    package init(_ word: String, json: String) { (self.word, self.json) = (word, json) }
  }

  package init(source: String, type: String, notes: [String]) {
    (self.source, self.type, self.notes) = (source, type, notes)
  }

  /// - Parameters:
  ///   - property: `nil`, if it is called as the source is.
  ///   - options: Make it a line in the long form.
  package init(
    source: String, property: String?, type: String, options: [Option], notes: [String]
  ) {
    let json = DraftText.json
    let members =
      (property.map { [Option("to", json: json($0))] } ?? [])
      + [Option("type", json: json(type))] + options
    let text =
      options.isEmpty
      ? (property.map { "\($0): " } ?? "") + type
      : "{ " + members.map { "\(json($0.word)): \($0.json)" }.joined(separator: ", ") + " }"
    self.init(source: source, type: text, notes: notes)
  }
}
