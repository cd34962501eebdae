import ContractModel
import JSONParsing

extension DrawPlanBuilder {
  mutating func scalar(_ type: ScalarType, _ value: ConstrainedType, role: MemberName?) -> DrawNode
  {
    if case .custom? = type.coercions.first { return DrawNode(.unknown) }
    var node = unnumbered(type, value)
    if node.kind == .constant || node.kind == .unknown { return node }
    node.role = role.map { self.role($0) } ?? -1
    // Of several constraints of one kind, only the first is considered here.
    if value.hasRepeatedConstraints { node.isFixed = true }
    return node
  }

  private mutating func role(_ name: MemberName) -> Int32 {
    tables.roles.firstIndex(of: name).map(Int32.init) ?? tables.roles.add(name)
  }

  private mutating func unnumbered(_ type: ScalarType, _ value: ConstrainedType) -> DrawNode {
    switch type.name.family {
    case .string: return string(type, value)
    case .bool: return bool(type)
    case .date: return date(type)
    case .form(let form): return text(of: form, type, value)
    case .any:
      var node = text(value)
      if value.constraints.isEmpty { node.kind = .any }
      return node
    case .number: return number(type, value)
    }
  }

  // MARK: - Texts

  private mutating func string(_ type: ScalarType, _ value: ConstrainedType) -> DrawNode {
    switch type.coercions.first {
    case .number:
      var node = number(ScalarType(.int), ConstrainedType(.scalar(ScalarType(.int))))
      // A constraint would apply to the digits.
      node.isFixed = !value.constraints.isEmpty
      return node
    case .bool: return constantNode("false")
    default: return text(value)
    }
  }

  private mutating func text(_ value: ConstrainedType) -> DrawNode {
    let lengths = value.lengths
    var node = DrawNode(.text)
    node.low = UInt64(min(lengths.lowerBound, Int(Int32.max)))
    node.high = UInt64(min(lengths.upperBound, Int(Int32.max)))
    guard let pattern = value.pattern else { return node }
    guard let number = self.pattern(pattern, lengths) else { return DrawNode(.unknown) }
    node.kind = .pattern
    node.table = number
    return node
  }

  /// Returns a text of a form, if the line's constraints admit all that are generated.
  private mutating func text(
    of form: TextForm, _ type: ScalarType, _ value: ConstrainedType
  ) -> DrawNode {
    var node = DrawNode(.form)
    node.form = form
    node.isURLSafe = type.coercions.first == .base64url
    guard type.name.isText, !value.constraints.isEmpty else { return node }
    node.isFixed = true
    let areAdmitted = ["a", "zz", "1", "99"].allSatisfy { text in
      var token: [UInt8] = []
      form.append(
        madeOf: text.unicodeScalars.map(\.value), isURLSafe: node.isURLSafe, to: &token)
      let made = String(decoding: token.dropFirst().dropLast(), as: UTF8.self)
      return value.constraint(brokenBy: .string(MemberName(made))) == nil
    }
    return areAdmitted ? node : self.text(value)
  }

  // MARK: - Numbers and truth values

  private func bool(_ type: ScalarType) -> DrawNode {
    var node = DrawNode(.bool)
    (node.way, node.otherWay) = Self.ways(type) { coercion in
      switch coercion {
      case .string: .quoted
      case .number: .numeric
      default: .plain
      }
    }
    return node
  }

  /// Returns the way of the first coercion, and a different way of the others.
  private static func ways(
    _ type: ScalarType, _ way: (Coercion) -> DrawNode.Way?
  ) -> (DrawNode.Way, DrawNode.Way) {
    let ways = type.coercions.compactMap(way)
    let first = ways.first ?? .plain
    return (first, ways.first { $0 != first } ?? first)
  }

  private mutating func number(_ type: ScalarType, _ value: ConstrainedType) -> DrawNode {
    if type.coercions.first == .bool { return constantNode("false") }
    let range = value.range ?? NumberRange(lower: nil, upper: nil)
    var node = DrawNode(type.name.integerBounds == nil ? .real : .integer)
    (node.way, node.otherWay) = Self.ways(type) { coercion in
      switch coercion {
      case .string: .quoted
      case .number: .plain
      default: nil
      }
    }
    guard let bounds = type.name.wholeNumbers(in: range) else {
      return fraction(node, range)
    }
    node.start = start(type.name, range, bounds)
    if node.kind == .integer {
      node.isUnsigned = bounds.upperBound > Int128(Int64.max)
      node.low = bounds.lowerBound.low
      node.high = bounds.upperBound.low
      return node
    }
    (node.isFloat, node.isDecimal) = (type.name == .float, type.name == .decimal)
    return real(node, range)
  }

  private mutating func start(
    _ name: ScalarName, _ range: NumberRange, _ bounds: ClosedRange<Int128>
  ) -> Int32 {
    tables.starts.add(
      NumberStart(
        start: min(max(0, bounds.lowerBound), bounds.upperBound), bounds: bounds,
        positive: name.wholeNumbers(in: range.positive)))
  }

  /// Returns a number of a range without whole numbers; its bound is the simplest value.
  private mutating func fraction(_ node: DrawNode, _ range: NumberRange) -> DrawNode {
    guard node.kind == .real, let bound = range.lower ?? range.upper else {
      return DrawNode(.unknown)
    }
    var node = node
    node.child = constant(bound.text)
    return real(node, range)
  }

  /// Returns a number within ±2⁶²; every double between the bounds is in the range as written.
  private mutating func real(_ node: DrawNode, _ range: NumberRange) -> DrawNode {
    var low = max(-0x1p62, range.lower?.double.value ?? -0x1p62)
    var high = min(0x1p62, range.upper?.double.value ?? 0x1p62)
    if !range.contains(double: low) { low = low.nextUp }
    if !range.contains(double: high) { high = high.nextDown }
    var node = node
    node.isFixed = low >= high
    node.table = tables.realBounds.add(min(low, high)...high)
    return node
  }
}

extension NumberRange {
  fileprivate func contains(double: Double) -> Bool {
    JSONNumber("\(double)").map(contains) ?? false
  }
}

extension ConstrainedType {
  fileprivate var hasRepeatedConstraints: Bool {
    let kinds = constraints.map { constraint in
      switch constraint.value {
      case .range: 0
      case .count: 1
      case .length: 2
      case .matches: 3
      case .unique: 4
      case .equals: 5
      }
    }
    return Set(kinds).count < kinds.count
  }
}
