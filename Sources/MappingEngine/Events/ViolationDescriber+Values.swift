import ContractModel
import JSONParsing

extension ViolationDescriber {
  /// Returns the text for a value that does not fit its type or its constraints.
  func valueWords(
    _ problem: MappingProblem, _ event: RawEvent, _ line: PropertyLine?
  ) -> Words {
    let constrained = problem.value >= 0 ? plan.tables.sourceTypes[problem.value] : line?.value
    let type = displayed(constrained?.type.description ?? "another type")
    guard !event.isElsewhere else {
      // The value itself is not shown.
      let value = "the value of \(quoted(line?.source.description ?? ""))"
      guard let constraint = constraint(problem).map({ displayed($0.description) }) else {
        return Words("\(value) is no \(type)")
      }
      return Words(
        problem.rule == .outOfRange
          ? "\(value) is outside \(constraint)" : "\(value) does not keep \(quoted(constraint))")
    }
    let value = JSONValue(document: document, node: Int(event.node))
    let isSensitive = line?.options.isSensitive ?? false
    lazy var found = text(event.node, isSensitive: isSensitive)
    switch problem.rule {
    case .nullValue:
      return Words("expected \(type), found null", hint: "if null is allowed, write \(type)?")
    case .wrongType where problem.other >= 0:
      return Words(
        "expected \(type), found an array, in each element of which the key path goes on",
        hint: "write [\(type)] for what is found in each")
    case .wrongType:
      return Words(
        "expected \(type), found \(kind(value, isSensitive: isSensitive))",
        hint: constrained.flatMap { typeHint($0.type, value) })
    case .cannotCoerce:
      return Words(
        "cannot read \(found) as \(type)", hint: isSensitive ? nil : textHint(value, constrained))
    case .tooDeep:
      return Words(
        "objects and collections are mapped more than \(problem.count) deep",
        hint: "what comes behind this is not mapped")
    case .lossyNumber: return Words("\(found) does not fit \(type) without loss")
    case .notACase: return caseWords(problem, found, type, isSensitive ? nil : value)
    case .outOfRange where problem.constraint < 0:
      return Words(
        "\(found) is no \(type) of the years -9999...9999", hint: DateHint.unit(of: value))
    case .newValue: return Words("\(found) is a new value of \(type)")
    default: return constraintWords(problem, found, value)
    }
  }

  private func constraintWords(
    _ problem: MappingProblem, _ found: DiscreetText, _ value: JSONValue
  ) -> Words {
    let constraint = displayed(self.constraint(problem)?.description ?? "")
    switch problem.rule {
    case .outOfRange: return Words("\(found) is outside \(constraint)")
    case .badCount:
      let found = DiscreetText(
        counted(max(0, Int(problem.count)), "element"), discreet: "another count")
      return Words("expected \(constraint), found \(found)")
    case .badLength:
      let found = DiscreetText(
        counted(max(0, Int(problem.count)), "character"), discreet: "another length")
      return Words("expected \(constraint), found \(found)")
    case .badFormat: return Words("expected a text that \(constraint), found \(found)")
    case .tooBig:
      let count = DiscreetText(" of \(max(0, problem.count)) characters", discreet: "")
      return Words(
        "the text\(count) is too long to tell whether it \(constraint)",
        hint: "it was given up; fewer repeats in the pattern, and ^ at its start, take fewer steps")
    case .notUnique: return Words("two elements are equal")
    default: return Words("\(found) breaks the contract")
    }
  }

  private func caseWords(
    _ problem: MappingProblem, _ found: DiscreetText, _ type: String, _ value: JSONValue?
  ) -> Words {
    if case .equals(let source)? = constraint(problem) {
      let other: DiscreetText =
        problem.other >= 0 && value != nil ? ", which is \(text(problem.other))" : ""
      return Words(
        "expected the value of \(quoted(source.description))\(other), found \(found)")
    }
    guard let string = value?.string, problem.value >= 0 else {
      return Words("expected \(type), found \(found)")
    }
    let cases = plan.tables.sourceTypes[problem.value].type.texts
    // Both are strings, so the kind alone would say nothing.
    let other = cases.isEmpty ? found.discreet : "another string"
    let hint = whiteSpaceHint(string, among: cases) ?? didYouMean(string, among: cases)
    return Words(
      "expected \(type), found \(DiscreetText(found.full, discreet: other))",
      hint: hint.map { DiscreetText($0, discreet: "") })
  }

  private func constraint(_ problem: MappingProblem) -> Constraint? {
    guard problem.value >= 0, problem.constraint >= 0 else { return nil }
    return plan.constraint(Int(problem.constraint), of: problem.value)
  }

  // MARK: - Hints

  /// Returns a hint with the listed text that equals the text except for white space around it.
  func whiteSpaceHint(_ text: String, among listed: [String]) -> String? {
    listed.first { trimmed($0).utf8.elementsEqual(trimmed(text).utf8) }
      .map { "it is \(quoted($0)) but for white space; \"trim\": true leaves it out" }
  }

  /// Returns a hint for a change of the line that makes it accept a value of another kind.
  private func typeHint(_ type: ValueType, _ value: JSONValue) -> String? {
    switch (type, value.kind) {
    case (.scalar(let scalar), .string)
    where scalar.coercions.isEmpty && !scalar.name.isWrittenAsText && scalar.name != .any:
      return "if text is right, write \(scalar.name.rawValue)(string)"
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

  private func textHint(_ value: JSONValue, _ constrained: ConstrainedType?) -> String? {
    guard let string = value.string else { return nil }
    if string.isEmpty {
      return "if an empty text stands for nothing, write \"emptyString\": \"null\""
    }
    let bare = trimmed(string)
    return bare.utf8.count < string.utf8.count
      ? "there is white space around it; \"trim\": true leaves it out" : nil
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
