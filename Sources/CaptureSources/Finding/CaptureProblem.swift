package import JSONParsing

/// A reason why an input, or a part of it, could not be read.
package struct CaptureProblem: Error, Codable, Sendable, Equatable {
  /// The input's name; `nil`, if the message has it.
  package var input: String?
  /// The place in the input; `nil` for the whole input.
  package var position: TextPosition?
  /// The mistake in words, without any content of the input, safe to display.
  package var message: String
  /// The text at that place in the input, safe to display; it may be data.
  package var detail: String?

  package init(
    _ input: String?, _ position: TextPosition? = nil, _ message: String, detail: String? = nil
  ) {
    self.input = input
    self.position = position
    self.message = message
    self.detail = detail
  }

  /// Returns the problem that counts the unlisted problems; none, if all are listed.
  package static func more(_ count: Int, in input: String) -> [CaptureProblem] {
    count > 0 ? [CaptureProblem(input, nil, "\(count) more problems like these")] : []
  }

  static func unreadable(_ input: String, _ failure: ReadFailure) -> CaptureProblem {
    CaptureProblem(input, nil, "cannot be read: \(failure)")
  }
}

extension CaptureProblem: CustomStringConvertible {
  /// One line: `captures/users.ndjson:7:12: the line is not JSON: expected a value, found "x"`.
  package var description: String {
    let text = message + (detail.map { ": \($0)" } ?? "")
    // What is read from a part need not be safe.
    return (place.map { "\($0): " } ?? "") + displayed(text)
  }

  /// `users.ndjson:7:12`, safe to display; `nil`, if the message has the input.
  package var place: String? {
    input.map { input in
      (input.isEmpty ? "\"\"" : displayed(input)) + (position.map { ":\($0)" } ?? "")
    }
  }
}

/// The problems of one input, or of a part of it. Only the first hundred are listed, so that memory
/// is bounded.
package struct ProblemLog: Sendable, Equatable {
  package static let capacity = 100

  let input: String
  package private(set) var listed: [CaptureProblem] = []
  package private(set) var count = 0
  /// The reason why the input could not be read to its end. It is not counted with the other
  /// problems, because it is the same for each reader of the input.
  package private(set) var failure: CaptureProblem?

  init(of input: String) { self.input = input }

  /// Whether further problems are only counted, so that their places need not be determined.
  var isFull: Bool { listed.count == Self.capacity }

  mutating func append(
    at position: TextPosition? = nil, _ message: String, detail: String? = nil
  ) {
    count += 1
    if !isFull { listed.append(CaptureProblem(input, position, message, detail: detail)) }
  }

  /// Notes the reason why the input ended early.
  mutating func end(_ failure: ReadFailure) { self.failure = .unreadable(input, failure) }

  /// The listed problems, followed by one that counts the others, and the reason why the input
  /// ended early.
  var problems: [CaptureProblem] {
    listed + CaptureProblem.more(count - listed.count, in: input) + [failure].compactMap(\.self)
  }
}
