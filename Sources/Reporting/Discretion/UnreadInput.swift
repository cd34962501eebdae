import CaptureSources
import JSONParsing

/// Something that a check could not read, so that its content is unknown.
struct UnreadInput: Sendable, Equatable {
  /// The input's name, not yet safe to display; `nil`, if the message says it.
  let input: String?
  /// Where in the input; `nil`, if all of it is meant.
  let position: TextPosition?
  /// The mistake in words, without anything that the input has, safe to display.
  let message: String
  /// The text in the input, safe to display; it may be data.
  let detail: String?

  init(_ problem: CaptureProblem) {
    (input, position) = (problem.input, problem.position)
    (message, detail) = (problem.message, problem.detail)
  }

  /// - Parameter text: What was not found, safe to display.
  init(_ text: String) { (input, position, message, detail) = (nil, nil, text, nil) }

  /// `users.ndjson:7:12`, safe to display.
  var place: String? {
    input.map { input in
      (input.isEmpty ? "\"\"" : displayed(input)) + (position.map { ":\($0)" } ?? "")
    }
  }

  /// The input, if it is a file, not yet safe to display.
  var file: String? { input == CaptureInput.standardInput.name ? nil : input }
}
