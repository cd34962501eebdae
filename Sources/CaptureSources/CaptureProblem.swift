package import JSONParsing

/// A reason why an input, or a part of it, could not be read.
package struct CaptureProblem: Error, Sendable, Equatable {
  /// The input's name.
  package var input: String
  /// Where in the input; `nil`, if all of it is meant.
  package var position: TextPosition?
  /// What is wrong, safe to display.
  package var message: String

  init(_ input: String, _ position: TextPosition? = nil, _ message: String) {
    self.input = input
    self.position = position
    self.message = message
  }

  static func unreadable(_ input: String, _ failure: ReadFailure) -> CaptureProblem {
    CaptureProblem(input, nil, "cannot be read: \(failure)")
  }
}

extension CaptureProblem: CustomStringConvertible {
  /// One line: `captures/users.ndjson:7:12: the line is not JSON: expected a value, found "x"`.
  package var description: String {
    let name = input.isEmpty ? "\"\"" : displayed(input)
    return "\(name):\(position.map { "\($0):" } ?? "") \(message)"
  }
}

/// The problems of one input: of any number the first hundred, so that they take no memory.
struct ProblemLog {
  static let capacity = 100

  private let input: String
  private var listed: [CaptureProblem] = []
  private var count = 0

  init(of input: String) { self.input = input }

  /// Whether more problems are counted only, so that it is no use to find out where they are.
  var isFull: Bool { listed.count == Self.capacity }

  /// - Parameters:
  ///   - position: Where in the input; `nil`, if all of it is meant.
  ///   - message: What is wrong, safe to display.
  mutating func append(at position: TextPosition? = nil, _ message: String) {
    count += 1
    if !isFull { listed.append(CaptureProblem(input, position, message)) }
  }

  /// The problems, and a last one that counts those that are not listed.
  var problems: [CaptureProblem] {
    let rest = count - listed.count
    guard rest > 0 else { return listed }
    return listed + [CaptureProblem(input, nil, "\(rest) more problems like these")]
  }
}
