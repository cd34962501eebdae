import CaptureSources
import JSONParsing

/// An input, or a part of one, that a check could not read.
struct UnreadInput: Sendable, Equatable {
  /// The input's name, not yet safe to display; `nil`, if the message has it.
  let input: String?
  /// The position in the input; `nil` for the whole input.
  let position: TextPosition?
  /// The mistake in words, without text of the input, safe to display.
  let message: String
  /// The input's text, safe to display; may be data.
  let detail: String?

  init(_ problem: CaptureProblem) {
    (input, position) = (problem.input, problem.position)
    (message, detail) = (problem.message, problem.detail)
  }

  /// - Parameter text: The sentence about an input that was not found, safe to display.
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
