import ContractModel
import JSONParsing
import RecordScreening

extension ScreenBuilder {
  /// The tokens that the rule takes that reads a member; none, if several read it.
  mutating func value(of rules: [Int32]) -> ScreenPlan.Value {
    guard rules.count == 1 else { return ScreenPlan.Value() }
    let index = plan.tables.lines[rules[0]].value
    var value = element(index)
    if !plan.tables.values[index].takesNull { value.kinds.insert(.null) }
    return value
  }

  /// An object of a mapping, an array or a dictionary.
  mutating func container(_ index: Int32) -> ScreenPlan.Value {
    var value = ScreenPlan.Value()
    let rule = plan.tables.values[index]
    guard rule.constraints.isEmpty else { return value }
    switch rule.kind {
    case .mapping(let mapping):
      value.node = node(ofMapping: mapping)
      if value.node >= 0 { value.kinds = .object }
    case .array(let element), .dictionary(let element):
      let inner = self.element(element)
      guard !inner.kinds.isEmpty || inner.test >= 0 else { break }
      screen.elements.append(inner)
      value.element = Int32(screen.elements.count - 1)
      if case .array = rule.kind { value.kinds = .array } else { value.kinds = .dictionary }
    default: break
    }
    return value
  }

  private mutating func element(_ index: Int32) -> ScreenPlan.Value {
    switch plan.tables.values[index].kind {
    case .mapping, .array, .dictionary: return container(index)
    case .set, .keyed: return ScreenPlan.Value()
    default: return scalar(index)
    }
  }

  // MARK: - Scalars

  private mutating func scalar(_ index: Int32) -> ScreenPlan.Value {
    var value = ScreenPlan.Value()
    let rule = plan.tables.values[index]
    guard isReadAlone(rule) else { return value }
    let plain: [(TapeKind, ScreenPlan.Kinds)] = [
      (.plainString, .text), (.true, .true), (.false, .false), (.object, .anything),
    ]
    for (kind, kinds) in plain where rule.plainKinds >> UInt16(kind.rawValue) & 1 != 0 {
      value.kinds.insert(kinds)
    }
    if case .any = rule.kind { return value }
    if rule.takesPlainIntegers {
      value.kinds.insert(rule.isUnsigned ? .natural : [.natural, .negative])
    }
    if rule.takesPlainReals { value.kinds.insert(.real) }
    if let range = range(rule) {
      screen.bounds.append(range)
      value.bounds = Int32(screen.bounds.count - 1)
      value.kinds.insert(.bounded)
    }
    screen.tests.append(test(index))
    value.test = Int32(screen.tests.count - 1)
    return value
  }

  /// Whether nothing but the value itself decides about it.
  private func isReadAlone(_ rule: PlanValue) -> Bool {
    let isCustom = plan.tables.coercions[rule.coercions.indices].contains {
      if case .custom = $0 { true } else { false }
    }
    return !isCustom
      && plan.tables.constraints[rule.constraints.indices].allSatisfy {
        switch $0 {
        case .range, .decimalRange, .length, .matches: true
        case .count, .unique, .equals: false
        }
      }
  }

  /// The whole numbers that a value with nothing but ranges takes.
  private func range(_ rule: PlanValue) -> ClosedRange<Int64>? {
    guard rule.coercions.isEmpty, !rule.takesPlainIntegers else { return nil }
    var range: ClosedRange<Int64>
    switch rule.kind {
    case .int(let bits): range = Int64.min >> (64 - Int64(bits))...Int64.max >> (64 - Int64(bits))
    case .uint(let bits): range = 0...(bits < 64 ? 1 << Int64(bits) - 1 : .max)
    default: return nil
    }
    for constraint in plan.tables.constraints[rule.constraints.indices] {
      guard case .range(let lower, let upper) = constraint, lower <= upper,
        range.overlaps(lower...upper)
      else { return nil }
      range = range.clamped(to: lower...upper)
    }
    return range
  }

  /// Asks the engine's reader, which has the last word on every scalar.
  private func test(_ index: Int32) -> ScreenPlan.Test {
    let (reader, rule) = (reader, plan.tables.values[index])
    return { token, isPlain in
      if isPlain, rule.takesPlainTexts,
        reader.isPlainText(UnsafeBufferPointer(rebasing: token.dropFirst().dropLast()), rule)
      {
        return true
      }
      if rule.takesPlainReals, token.first.map(Self.startsNumber) ?? false,
        JSONNumber(scanned: String(decoding: token, as: UTF8.self)).double.exactValue != nil
      {
        return true
      }
      guard let document = try? JSONDocument(parsing: Array(token)),
        case .value = reader.read(index, 0, in: document, as: NoValue.self)
      else { return false }
      return true
    }
  }

  private static func startsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10
  }
}
