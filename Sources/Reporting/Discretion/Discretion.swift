import CaptureChecking
import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

/// Decides which parts of a capture a report shows: all, or nothing that is data.
///
/// Data are values, the keys of dictionaries and keyed collections, unknown keys that look like
/// data, the values of path parameters, and paths that no endpoint describes. They are replaced by
/// the general words of a violation, `{key}`, the endpoint's path, and the shape of a path. All
/// shown text is safe to display, even if it comes from a part, which is untrusted.
struct Discretion: Sendable {
  /// The replacement for a text that is data.
  private static let hidden = "…"

  let showsData: Bool
  /// The places of each contract.
  let places: [[CheckedPlace]]
  /// The words of each contract.
  let words: [ContractWords]

  // MARK: - Keys

  /// Returns the key path of a line, the condition of a case, or a key that no line reads.
  func key(of key: FindingKey, _ path: MemberName) -> String {
    switch key.rule {
    case .unknownKey: unknownKey(path, ofContract: key.endpoint.contract)
    // A duplicate key may belong to a dictionary.
    case .duplicateKey where !showsData && key.key != nil:
      named(path, words[key.endpoint.contract], words: false)
    default: path.text
    }
  }

  /// Returns a key path that no line of a contract reads.
  func unknownKey(_ path: MemberName, ofContract number: Int) -> String {
    showsData ? path.text : named(path, words[number], words: true)
  }

  /// - Parameter admitsWords: Whether words that the contract lacks are shown, too.
  private func named(
    _ path: MemberName, _ words: ContractWords, words admitsWords: Bool
  ) -> String {
    let steps = path.text.replacing("[]", with: "").split(
      separator: ".", omittingEmptySubsequences: false)
    let isNamed = steps.allSatisfy { step in
      let step = String(step)
      return step == KeyName.placeholder || admitsWords && KeyName.isWord(step)
        || words.has(key: MemberName(step))
    }
    return isNamed ? path.text : KeyName.placeholder
  }

  // MARK: - What no endpoint describes

  /// Returns a record in a few words: `GET /raw/:id 200`, the event's name, or the input's.
  func request(_ summary: String) -> String {
    let summary = displayed(summary)
    guard !showsData else { return summary }
    if summary.hasPrefix("event ") {
      let name = String(summary.dropFirst("event ".count))
      return "event " + (isShown(segment: name) ? name : Self.hidden)
    }
    let parts = summary.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[1].hasPrefix("/") else { return summary }
    let isMethod = HTTPSelector.methods.contains(parts[0].uppercased())
    return (isMethod ? parts[0] : Self.hidden) + " " + pathAndStatus(parts[1])
  }

  private func pathAndStatus(_ text: String) -> String {
    let last = text.split(separator: " ").last.map(String.init) ?? ""
    let hasStatus = last.utf8.count == 3 && last.utf8.count < text.utf8.count && Int(last) != nil
    let path = hasStatus ? String(text.dropLast(4)) : text
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      isShown(segment: String(segment)) ? String(segment) : PathShape.placeholder
    }
    return segments.joined(separator: "/") + (hasStatus ? " \(last)" : "")
  }

  /// Returns the reason why no endpoint describes a record. Its quoted text may be data.
  func reason(_ text: String) -> String {
    let text = displayed(text)
    guard !showsData, let start = text.firstIndex(of: "\""),
      let end = text.lastIndex(of: "\""), start < end
    else { return text }
    let quoted = String(text[text.index(after: start)..<end])
    if isShown(segment: quoted) { return text }
    return text[...start] + Self.hidden + text[end...]
  }

  private func isShown(segment: String) -> Bool {
    segment == PathShape.placeholder || PathShape.isWord(segment)
      || words.contains { $0.has(segment: segment) }
  }

  // MARK: - What could not be read

  /// Returns the problem with an input, safe to display.
  func message(of unread: CaptureProblem) -> String {
    displayed(unread.message + (showsData ? unread.detail.map { ": \($0)" } ?? "" : ""))
  }

  /// Returns the input, the position, and the problem.
  func text(of unread: CaptureProblem) -> String {
    (unread.place.map { "\($0): " } ?? "") + message(of: unread)
  }
}
