import ContractModel
import JSONParsing

/// Describes a value that does not fit its type or its constraints.
struct ValueInWords {
  typealias Words = ViolationDescriber.Words

  private let describer: ViolationDescriber
  private let problem: MappingProblem
  private let event: RawEvent
  private let line: PropertyLine?
  private let constrained: ConstrainedType?
  let type: String

  init(
    _ describer: ViolationDescriber, _ problem: MappingProblem, _ event: RawEvent,
    _ line: PropertyLine?
  ) {
    (self.describer, self.problem, self.event, self.line) = (describer, problem, event, line)
    let types = describer.plan.tables.sourceTypes
    constrained = problem.value >= 0 ? types[problem.value] : line?.value
    type = displayed(constrained?.type.description ?? "another type")
  }

  private var value: JSONValue {
    JSONValue(document: describer.document, node: Int(event.node))
  }

  private var isSensitive: Bool { line?.options.isSensitive ?? false }

  /// The value for display.
  var found: DiscreetText { describer.text(event.node, isSensitive: isSensitive) }

  private var constraint: Constraint? {
    guard problem.value >= 0, problem.constraint >= 0 else { return nil }
    return describer.plan.constraint(Int(problem.constraint), of: problem.value)
  }

  var constraintText: String { displayed(constraint?.description ?? "") }

  /// Returns words about the value; the words do not show a value from elsewhere in the exchange.
  func words(
    _ message: @autoclosure () -> DiscreetText, hint: @autoclosure () -> String? = nil
  ) -> Words {
    guard event.isElsewhere else { return Words(message(), hint: hint()) }
    let value = "the value of \(quoted(line?.source.description ?? ""))"
    guard constraint != nil else { return Words("\(value) is no \(type)") }
    return Words(
      problem.rule == .outOfRange
        ? "\(value) is outside \(constraintText)"
        : "\(value) does not keep \(quoted(constraintText))")
  }

  var nullWords: Words {
    words("expected \(type), found null", hint: "if null is allowed, write \(type)?")
  }

  var typeWords: Words {
    guard problem.other < 0 else {
      return words(
        "expected \(type), found an array, in each element of which the key path goes on",
        hint: "write [\(type)] for what is found in each")
    }
    return words(
      "expected \(type), found \(describer.kind(value, isSensitive: isSensitive))",
      hint: constrained.flatMap { typeHint($0.type, value) })
  }

  var textWords: Words {
    words(
      "cannot read \(found) as \(type)", hint: isSensitive ? nil : textHint(value, constrained))
  }

  var rangeWords: Words {
    guard problem.constraint < 0 else { return words("\(found) is outside \(constraintText)") }
    return words(
      "\(found) is no \(type) of the years -9999...9999", hint: DateHint.unit(of: value))
  }

  func countWords(_ unit: String, discreet: String) -> Words {
    let found = DiscreetText(counted(max(0, Int(problem.count)), unit), discreet: discreet)
    return words("expected \(constraintText), found \(found)")
  }

  var depthWords: Words {
    words(
      "objects and collections are mapped more than \(problem.count) deep",
      hint: "what comes behind this is not mapped")
  }

  var sizeWords: Words {
    let count = DiscreetText(" of \(max(0, problem.count)) characters", discreet: "")
    return words(
      "the text\(count) is too long to tell whether it \(constraintText)",
      hint: "it was given up; fewer repeats in the pattern, and ^ at its start, take fewer steps")
  }

  /// Describes a value that is not in a list of values, or is not equal to another value.
  var listWords: Words {
    guard !event.isElsewhere else { return words(found) }
    let shown = isSensitive ? nil : value
    if case .equals(let source)? = constraint {
      let other: DiscreetText =
        problem.other >= 0 && shown != nil ? ", which is \(describer.text(problem.other))" : ""
      return Words(
        "expected the value of \(quoted(source.description))\(other), found \(found)")
    }
    guard let string = shown?.string, problem.value >= 0 else {
      return Words("expected \(type), found \(found)")
    }
    let cases = describer.plan.tables.sourceTypes[problem.value].type.texts
    // The found value and the cases are strings, so the kind alone would explain nothing.
    let other = cases.isEmpty ? found.discreet : "another string"
    let hint = describer.whiteSpaceHint(string, among: cases) ?? didYouMean(string, among: cases)
    return Words(
      "expected \(type), found \(DiscreetText(found.full, discreet: other))",
      hint: hint.map { DiscreetText($0, discreet: "") })
  }

  // MARK: - Hints

  /// Returns a hint for a change of the line that makes it accept a value of another kind.
  private func typeHint(_ type: ValueType, _ value: JSONValue) -> String? {
    switch (type, value.kind) {
    case (.scalar(let scalar), .string)
    where scalar.coercions.isEmpty && !scalar.name.isWrittenAsText && scalar.name != .any:
      return isReadable(value.string ?? "", as: scalar.name)
        ? "if text is right, write \(scalar.name.rawValue)(string)" : nil
    case (.scalar(let scalar), .number) where scalar.name == .string && scalar.coercions.isEmpty:
      return "if numbers are right, write String(number)"
    case (.scalar(let scalar), .number)
    where scalar.name == .date && !scalar.coercions.contains(.seconds):
      return DateHint.unit(of: value)
    case (.scalar(let scalar), .string)
    where scalar.coercions.count == 1 && scalar.coercions[0].epoch?.isText == false:
      return DateHint.format(of: value)
    case (.scalar(let scalar), .number) where scalar.name == .bool && scalar.coercions.isEmpty:
      return "if 0 and 1 are right, write Bool(number)"
    case (.scalar(let scalar), .number)
    where !scalar.coercions.isEmpty && !scalar.coercions.contains(.number) && scalar.name != .date:
      let ways = (scalar.coercions + [.number]).map(\.description).joined(separator: "|")
      return
        "if numbers are right, write \(displayed(scalar.name.rawValue))(\(displayed(ways)))"
    case (.mapping, .string), (.array, .string), (.dictionary, .string), (.keyed, .string):
      let text = value.string?.utf8.first { $0 != 0x20 && $0 != 0x0a }
      let isJSON = text == UInt8(ascii: "{") || text == UInt8(ascii: "[")
      return isJSON ? "the text is JSON itself, in a string" : nil
    case (.array(let element), .object):
      guard case .mapping = element.type else { return nil }
      return "if one alone is right, write \(element)"
    case (.mapping, .array) where value.elements.isEmpty:
      return "if [] stands for nothing, write \"emptyArray\": \"null\""
    case (.dictionary, .array) where value.elements.isEmpty,
      (.keyed, .array) where value.elements.isEmpty:
      return "if [] stands for {}, write \"emptyArray\": \"empty\""
    case (.mapping, .array):
      return "if several are right, write [\(type)]"
    default: return nil
    }
  }

  /// Returns whether a text is written as a number, or as a Bool.
  private func isReadable(_ text: String, as name: ScalarName) -> Bool {
    if name == .bool { return Bool(word: text) != nil }
    guard name.isNumber else { return true }
    guard let number = JSONNumber(trimmed(text)) else { return false }
    return name.integerBounds == nil || number.int64.exactValue != nil
      || number.uint64.exactValue != nil
  }

  private func textHint(_ value: JSONValue, _ constrained: ConstrainedType?) -> String? {
    guard let string = value.string else { return nil }
    if string.isEmpty {
      return "if an empty text stands for nothing, write \"emptyString\": \"null\""
    }
    guard trimmed(string).utf8.count == string.utf8.count else {
      return "there is white space around it; \"trim\": true leaves it out"
    }
    guard case .scalar(let scalar)? = constrained?.type, scalar.name == .date else { return nil }
    return DateHint.format(of: value, besides: scalar.coercions)
  }
}

extension ValueType {
  fileprivate var texts: [String] {
    switch self {
    case .literal(.string(let text)): [text.text]
    case .union(let types): types.flatMap(\.texts)
    default: []
    }
  }
}
