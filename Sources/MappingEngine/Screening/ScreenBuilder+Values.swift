import ContractModel
import JSONParsing
import RecordScreening

extension ScreenBuilder {
  /// Returns the tokens that the line of a member accepts; none, if several lines read the member.
  mutating func value(of lines: [Int32]) -> ScreenPlan.Value {
    guard lines.count == 1 else { return ScreenPlan.Value() }
    let index = plan.tables.lines[lines[0]].value
    var value = element(index)
    if !plan.tables.values[index].takesNull { value.kinds.insert(.null) }
    return value
  }

  /// Returns the value of an object of a mapping, an array or a dictionary.
  mutating func container(_ index: Int32) -> ScreenPlan.Value {
    var value = ScreenPlan.Value()
    let planned = plan.tables.values[index]
    guard planned.constraints.isEmpty else { return value }
    switch planned.kind {
    case .mapping(let mapping):
      value.node = node(ofMapping: mapping)
      if value.node >= 0 { value.kinds = .object }
    case .array(let element), .dictionary(let element):
      let inner = self.element(element)
      guard !inner.kinds.isEmpty || inner.test >= 0 else { break }
      screen.elements.append(inner)
      value.element = Int32(screen.elements.count - 1)
      if case .array = planned.kind { value.kinds = .array } else { value.kinds = .dictionary }
    default: break
    }
    return value
  }

  private mutating func element(_ index: Int32) -> ScreenPlan.Value {
    switch plan.tables.values[index].kind {
    case .mapping, .array, .dictionary: return container(index)
    case .set, .keyed, .listOrObject: return ScreenPlan.Value()
    default: return scalar(index)
    }
  }

  // MARK: - Scalars

  private mutating func scalar(_ index: Int32) -> ScreenPlan.Value {
    var value = ScreenPlan.Value()
    let planned = plan.tables.values[index]
    guard isReadAlone(planned) else { return value }
    let plain: [(TapeKind, ScreenPlan.Kinds)] = [
      (.plainString, .text), (.true, .true), (.false, .false), (.object, .anything),
    ]
    for (kind, kinds) in plain where planned.plainKinds >> UInt16(kind.rawValue) & 1 != 0 {
      value.kinds.insert(kinds)
    }
    if case .any = planned.kind { return value }
    if planned.takesPlainIntegers {
      value.kinds.insert(planned.isUnsigned ? .natural : [.natural, .negative])
    }
    if planned.takesPlainReals { value.kinds.insert(.real) }
    if let range = range(planned) {
      screen.bounds.append(range)
      value.bounds = Int32(screen.bounds.count - 1)
      value.kinds.insert(.bounded)
    }
    screen.tests.append(test(index))
    value.test = Int32(screen.tests.count - 1)
    return value
  }

  /// Returns whether the validity of a value depends on the value alone.
  private func isReadAlone(_ value: PlanValue) -> Bool {
    let isCustom = plan.tables.coercions[value.coercions.indices].contains {
      if case .custom = $0 { true } else { false }
    }
    return !isCustom
      && plan.tables.constraints[value.constraints.indices].allSatisfy {
        switch $0 {
        case .range, .decimalRange, .length, .matches: true
        case .count, .unique, .equals: false
        }
      }
  }

  /// Returns the whole numbers that a type with no other constraints than ranges accepts.
  private func range(_ value: PlanValue) -> ClosedRange<Int64>? {
    guard value.coercions.isEmpty, !value.takesPlainIntegers else { return nil }
    var range: ClosedRange<Int64>
    switch value.kind {
    case .int(let bits): range = Int64.min >> (64 - Int64(bits))...Int64.max >> (64 - Int64(bits))
    case .uint(let bits): range = 0...(bits < 64 ? 1 << Int64(bits) - 1 : .max)
    default: return nil
    }
    for constraint in plan.tables.constraints[value.constraints.indices] {
      guard case .range(let lower, let upper) = constraint, lower <= upper,
        range.overlaps(lower...upper)
      else { return nil }
      range = range.clamped(to: lower...upper)
    }
    return range
  }

  /// Returns a test that uses the engine's reader, which decides about every scalar.
  private func test(_ index: Int32) -> ScreenPlan.Test {
    let (reader, value) = (reader, plan.tables.values[index])
    return { token, isPlain in
      if isPlain, value.takesPlainTexts,
        reader.isPlainText(UnsafeBufferPointer(rebasing: token.dropFirst().dropLast()), value)
      {
        return true
      }
      if value.takesPlainReals, token.first.map(Self.startsNumber) ?? false,
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
