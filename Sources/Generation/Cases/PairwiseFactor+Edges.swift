import ContractModel
import JSONParsing

extension PairwiseFactor {
  /// The most values of a list that become levels; each of them is also a cell of the sweep.
  private static let listedCount = 8
  private static let longTextCount = 300

  /// Adds the least and the greatest value that a scalar's lines accept, or the values that they
  /// list.
  mutating func addEdges(_ reads: FaultedKeyPath.Reads, _ tree: PayloadTree) {
    guard reads.types.count == 1, let scalar = reads.scalars.first else {
      let listed = reads.listed.map(\.json)
      if listed.isEmpty, let text = OtherValue.text(of: reads, in: tree) { add("max", text) }
      for text in listed.prefix(Self.listedCount) { add(text, text) }
      return
    }
    let token = tree.scalarToken(of: reads.node)
    if token.elementsEqual("true".utf8) || token.elementsEqual("false".utf8) {
      return add("max", token.first == UInt8(ascii: "t") ? "false" : "true")
    }
    let isText = token.first == UInt8(ascii: "\"")
    var edges: (least: String?, most: String?) = (nil, nil)
    if scalar.name == .string, isText {
      let isEmptyOrdinary = reads.lines.allSatisfy { $0.options.emptyString ?? .value == .value }
      edges = Self.texts(reads.constraints, least: isEmptyOrdinary ? 0 : 1)
    }
    if scalar.name.isNumber { edges = Self.numbers(scalar.name, reads.constraints) }
    let fitting = { (edge: String?) in
      edge.map { isText ? JSONWriter.text(of: $0) : $0 }.flatMap { text in
        reads.values.allSatisfy { OtherValue.fits($0, text) } ? text : nil
      }
    }
    if let text = fitting(edges.least) { add("min", text) }
    if let text = fitting(edges.most) ?? OtherValue.text(of: reads, in: tree) { add("max", text) }
  }

  private static func texts(
    _ constraints: [Constraint], least: Int
  ) -> (least: String?, most: String?) {
    let ranges = constraints.compactMap { constraint in
      if case .length(let range, _) = constraint { range } else { nil }
    }
    let least = max(least, ranges.map(\.lower).max() ?? 0)
    let most = ranges.compactMap(\.upper).min() ?? longTextCount
    return (a(least), a(min(most, 1_000)))
  }

  private static func a(_ count: Int) -> String { String(repeating: "a", count: max(0, count)) }

  private static func numbers(
    _ name: ScalarName, _ constraints: [Constraint]
  ) -> (least: String?, most: String?) {
    let ranges = constraints.compactMap { constraint in
      if case .range(let range) = constraint { range } else { nil }
    }
    let range = ranges.first ?? NumberRange(lower: nil, upper: nil)
    if name.integerBounds != nil {
      let whole = name.wholeNumbers(in: range)
      return (whole?.lowerBound.description, whole?.upperBound.description)
    }
    return (range.lower?.text ?? "-1.5", range.upper?.text ?? "1e30")
  }
}
