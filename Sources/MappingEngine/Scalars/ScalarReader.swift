import ContractModel
import JSONParsing

/// Reads scalars. Only this type decides which JSON becomes which value (the table of coercions).
struct ScalarReader {
  let plan: MappingPlan
  let transformers: ValueTransformers
  let patternStepLimit: Int

  enum Reading<Output> {
    case value(Output)
    /// A value that an open list does not contain.
    case newValue(Output, MappingProblem)
    /// An empty text that stands for null.
    case null
    case failed(MappingProblem)
  }

  /// Reads a value that is neither an object of a mapping nor a collection.
  ///
  /// - Parameter index: The value's type, in the plan.
  func read<Output: ValueOutput>(
    _ index: Int32, _ node: Int, in document: JSONDocument, as _: Output.Type = Output.self
  ) -> Reading<Output> {
    let value = plan.tables.values[index]
    let word = document.word(node)
    if value.plainKinds &>> UInt16(word.kind.rawValue) & 1 != 0 {
      return .value(plain(value.kind, node, document))
    }
    if value.takesPlainIntegers, word.kind == .integer, word.length <= Self.plainDigitCount,
      let number = plainInteger(value.kind, word, document, as: Output.self)
    {
      return .value(number)
    }
    if value.takesPlainReals, isPlainReal(word, document) {
      return .value(.double(Output.isKept ? number(word, document) : 0))
    }
    if value.refusedKinds &>> UInt16(word.kind.rawValue) & 1 != 0 {
      return .failed(problem(.wrongType, index))
    }
    return readChecked(value, index, node, document)
  }

  // MARK: - Values without a further check

  private func plain<Output: ValueOutput>(
    _ kind: PlanValue.Kind, _ node: Int, _ document: JSONDocument
  ) -> Output {
    switch kind {
    case .string: .string(.node(document, node))
    case .bool: .bool(document.word(node).kind == .true)
    default: .json(JSONValue(document: document, node: node))
    }
  }

  /// The length up to which whole numbers are exact in every wide type, including `Double`.
  private static var plainDigitCount: Int { 15 }

  /// Returns whether a number needs no further check, whatever wide type it is read as.
  @inline(__always)
  func isPlainNumber(_ word: TapeWord, _ value: PlanValue, _ document: JSONDocument) -> Bool {
    switch word.kind {
    case .integer:
      return word.length <= Self.plainDigitCount
        && (!value.isUnsigned || document.byte(at: word.start) != UInt8(ascii: "-"))
    case .real: return value.takesPlainReals && isPlainReal(word, document)
    default: return false
    }
  }

  /// Returns whether a text needs no further check: it is a common form of URL, or a timestamp.
  func isPlainText(_ word: TapeWord, _ value: PlanValue, _ document: JSONDocument) -> Bool {
    guard word.kind == .plainString else { return false }
    return document.bytes[word.start + 1..<word.start + word.length - 1].withUnsafeBufferPointer {
      isPlainText($0, value)
    }
  }

  /// - Parameter text: UTF-8.
  func isPlainText(_ text: UnsafeBufferPointer<UInt8>, _ value: PlanValue) -> Bool {
    if case .date = value.kind { return Instant(iso8601: text, profile: .rfc3339) != nil }
    return Address.isPlain(text)
  }

  /// Returns whether a number has no exponent and so few digits that `Double` is exact.
  private func isPlainReal(_ word: TapeWord, _ document: JSONDocument) -> Bool {
    guard word.kind == .real, word.length <= Self.plainDigitCount else { return false }
    for offset in word.start..<word.start + word.length
    where document.byte(at: offset) | 0x20 == UInt8(ascii: "e") {
      return false
    }
    return true
  }

  private func number(_ word: TapeWord, _ document: JSONDocument) -> Double {
    let bytes = document.bytes[word.start..<word.start + word.length]
    // The bytes follow RFC 8259's grammar, and `Double` parses all such numbers.
    return Double(String(decoding: bytes, as: UTF8.self)) ?? .nan
  }

  private func plainInteger<Output: ValueOutput>(
    _ kind: PlanValue.Kind, _ word: TapeWord, _ document: JSONDocument, as _: Output.Type
  ) -> Output? {
    let isNegative = document.byte(at: word.start) == UInt8(ascii: "-")
    var magnitude: Int64 = 0
    for offset in word.start + (isNegative ? 1 : 0)..<word.start + word.length {
      magnitude = magnitude &* 10 &+ Int64(document.byte(at: offset) &- UInt8(ascii: "0"))
    }
    let number = isNegative ? -magnitude : magnitude
    switch kind {
    case .int: return .int(number)
    case .uint: return number >= 0 ? .uint(UInt64(number)) : nil
    case .double: return number == 0 && isNegative ? .double(-0.0) : .double(Double(number))
    case .decimal:
      let text = document.bytes[word.start..<word.start + word.length]
      return JSONNumber(String(decoding: text, as: UTF8.self)).map { .decimal($0) }
    default: return nil
    }
  }

  // MARK: - Everything else

  private func readChecked<Output: ValueOutput>(
    _ value: PlanValue, _ index: Int32, _ node: Int, _ document: JSONDocument
  ) -> Reading<Output> {
    let input = ScalarInput(node, in: document, trims: value.trims)
    if case .text(let text) = input, text.text.isEmpty {
      if value.emptyString == .null { return .null }
      if value.emptyString == .fail { return .failed(problem(.cannotCoerce, index)) }
    }
    var taken = value.kind
    let reading: Reading<Output>
    if case .union(let alternatives) = value.kind {
      reading = union(alternatives, index, input, &taken)
    } else {
      reading = single(value, index, input, as: Output.self)
    }
    return checked(reading, value, index, input, as: taken)
  }

  /// Reads a value by its type only. If all formats fail, a time since 1970 that is out of range is
  /// reported in preference to other problems; this also holds for unions.
  private func single<Output: ValueOutput>(
    _ value: PlanValue, _ index: Int32, _ input: ScalarInput, as _: Output.Type
  ) -> Reading<Output> {
    if case .literal(let number) = value.kind { return literal(Int(number), index, input) }
    if case .any = value.kind, value.coercions.isEmpty { return .value(.json(input.value)) }
    var problem: MappingProblem?
    for way in ways(value) where way.takes(input.kind) {
      switch convert(input, value, by: way, as: Output.self) {
      case .value(let output): return .value(output)
      case .failed(let rule):
        if problem == nil || rule == .outOfRange { problem = self.problem(rule, index) }
      }
    }
    return .failed(problem ?? self.problem(.wrongType, index))
  }

  func problem(_ rule: RuleID, _ value: Int32) -> MappingProblem {
    MappingProblem(rule, value: value)
  }

  // MARK: - Literals and unions

  private func literal<Output: ValueOutput>(
    _ number: Int, _ index: Int32, _ input: ScalarInput
  ) -> Reading<Output> {
    let literal = plan.tables.literals[number]
    if input.matches(literal) { return .value(.literal(input)) }
    return .failed(problem(literal.kind == input.kind ? .notACase : .wrongType, index))
  }

  /// - Parameter taken: Receives the alternative that accepts the value.
  private func union<Output: ValueOutput>(
    _ alternatives: PlanRange, _ index: Int32, _ input: ScalarInput, _ taken: inout PlanValue.Kind
  ) -> Reading<Output> {
    var worst = MappingProblem(.wrongType, value: index)
    var isListed = false
    for alternative in alternatives.indices {
      let value = plan.tables.values[alternative]
      switch single(value, Int32(alternative), input, as: Output.self) {
      case .value(let output):
        taken = value.kind
        if case .literal = value.kind { return .value(output) }
        return isListed
          ? .newValue(
            output, MappingProblem(.newValue, severity: .warning, value: index))
          : .value(output)
      case .failed(let problem):
        if problem.rule == .notACase { isListed = true }
        if worst.rule == .wrongType || problem.rule == .outOfRange { worst.rule = problem.rule }
      case .newValue, .null: break  // only for unions and empty texts
      }
    }
    return .failed(worst)
  }

  // MARK: - Constraints

  private func checked<Output: ValueOutput>(
    _ reading: Reading<Output>, _ value: PlanValue, _ index: Int32, _ input: ScalarInput,
    as taken: PlanValue.Kind
  ) -> Reading<Output> {
    guard !value.constraints.isEmpty else { return reading }
    switch reading {
    case .null, .failed: return reading
    case .value, .newValue: break
    }
    for constraint in value.constraints.indices {
      if let rule = ruleBroken(by: input, taken, constraint, index) {
        let count = input.coercedText?.unicodeScalars.count ?? 0
        return .failed(
          MappingProblem(
            rule, value: index, constraint: constraint,
            count: count))
      }
    }
    return reading
  }

  /// Returns the rule that a constraint reports for a value; `nil`, if the constraint is met. A
  /// constraint that does not apply to the value, such as a length to a number, is met.
  private func ruleBroken(
    by input: ScalarInput, _ taken: PlanValue.Kind, _ index: Int, _ value: Int32
  ) -> RuleID? {
    switch plan.tables.constraints[index] {
    case .range(let lower, let upper):
      guard taken.isNumeric(input), let number = input.number else { return nil }
      if let whole = number.int64.exactValue {
        return whole >= lower && whole <= upper ? nil : .outOfRange
      }
      return isInRange(number, index, value) ? nil : .outOfRange
    case .decimalRange:
      guard taken.isNumeric(input), let number = input.number else { return nil }
      return isInRange(number, index, value) ? nil : .outOfRange
    case .length(let least, let most):
      guard taken.isTextual(input), let text = input.coercedText else { return nil }
      let count = text.unicodeScalars.count
      return count >= least && count <= most ? nil : .badLength
    case .matches:
      guard taken.isTextual(input), let text = input.coercedText,
        case .matches(let pattern) = plan.constraint(index, of: value)
      else { return nil }
      return switch pattern.finding(in: text, stepLimit: patternStepLimit) {
      case .found: nil
      case .absent: .badFormat
      case .undecided: .tooBig
      }
    case .count, .unique, .equals: return nil  // checked by `MappingRun`
    }
  }

  private func isInRange(_ number: JSONNumber, _ index: Int, _ value: Int32) -> Bool {
    guard case .range(let range) = plan.constraint(index, of: value) else { return true }
    return range.contains(number)
  }
}

extension PlanValue.Kind {
  /// Returns whether the result of a conversion is a text.
  fileprivate func isTextual(_ input: ScalarInput) -> Bool {
    switch self {
    case .string, .form(.url): true
    case .literal: input.kind == .string
    default: false
    }
  }

  /// Returns whether the result of a conversion is a number.
  fileprivate func isNumeric(_ input: ScalarInput) -> Bool {
    switch self {
    case .int, .uint, .double, .float, .decimal: true
    case .literal: input.kind == .number
    default: false
    }
  }
}
