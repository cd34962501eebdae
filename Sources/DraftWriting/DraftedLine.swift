/// A line of a mapping as it is written.
package struct DraftedLine: Sendable {
  /// With `?` where it may be absent.
  package var source: String
  package var type: String
  /// The evidence, which stands behind the line.
  package var notes: [String]

  package init(source: String, type: String, notes: [String]) {
    (self.source, self.type, self.notes) = (source, type, notes)
  }
}
