package import ContractModel
import JSONParsing

/// Compiles plans.
struct GenerationPlanBuilder {
  var plan = GenerationPlan()
  let contract: Contract
  let index: MappingIndex
  let finite: FiniteMappings
  /// The first names of what other objects' lines look at, by `@parent` and the like.
  let namesSeenFromOutside: Set<MemberName>
  let allowsUnknownMembers: Bool
  var mappingNumbers: [MemberName: Int32] = [:]
  /// Mappings that have a number and no shapes yet.
  private var waiting: [ContractMapping] = []
  var nameNumbers: [MemberName: Int32] = [:]
  var closureNames: [MemberName: Set<MemberName>] = [:]
  var recursiveNames: Set<MemberName> = []

  init(_ contract: Contract) {
    self.contract = contract
    index = MappingIndex(contract)
    finite = FiniteMappings(index)
    namesSeenFromOutside = index.namesSeenFromOutside
    let policies =
      [contract.settings.unknownKeys] + index.mappingsInOrder.map(\.settings.unknownKeys)
    allowsUnknownMembers = !policies.contains(.error)
    recursiveNames = index.recursiveNames
  }

  mutating func compile(_ target: ContractExample.Target) -> GenerationPlan {
    addConstants()
    plan.keepsIdentitiesApart = index.mappingsInOrder.contains { mapping in
      index.allRules(of: mapping).contains { $0.options.isConstant ?? false }
    }
    switch target {
    case .type(let root, let value):
      let node = self.node(value, role: nil)
      plan.root = .value(node: node, steps: steps(root), allowsNull: value.allowsNull)
    case .endpoint(let selector):
      let endpoint = contract.endpoints.first { $0.selector == selector.value }
      plan.root = endpoint.map { root(of: $0) } ?? .none
    }
    while let mapping = waiting.popLast() { addShapes(of: mapping) }
    addUnknownNames()
    return plan
  }

  private mutating func root(of endpoint: Endpoint) -> PlanRoot {
    switch endpoint.body {
    case .value(let value):
      return .value(
        node: node(value, role: nil), steps: .empty, allowsNull: value.allowsNull)
    case .map(let rules):
      let shape = self.shape(ShapeSource(rules: rules))
      plan.shapes.append(shape)
      return .lines(shape: Int32(plan.shapes.count - 1))
    }
  }

  /// The number of a mapping, which gets its shapes later; none if there is no such mapping.
  mutating func number(of name: MemberName) -> Int32? {
    if let number = mappingNumbers[name] { return number }
    guard let mapping = index[name] else { return nil }
    let number = Int32(plan.mappings.count)
    mappingNumbers[name] = number
    plan.mappings.append(PlanMapping(isRecursive: recursiveNames.contains(name)))
    waiting.append(mapping)
    return number
  }
}

extension GenerationPlan {
  /// - Parameters:
  ///   - contract: A contract without errors.
  ///   - target: A type, of the payload or of what stands at a key path of it; or an endpoint.
  package init(_ contract: Contract, _ target: ContractExample.Target) {
    var builder = GenerationPlanBuilder(contract)
    self = builder.compile(target)
  }

  /// A plan of whatever is at an endpoint.
  package init(_ contract: Contract, _ endpoint: Endpoint) {
    self.init(contract, .endpoint(Located(endpoint.selector)))
  }
}

// MARK: - Tokens

extension GenerationPlanBuilder {
  mutating func token(_ text: String) -> PlanRange {
    let start = plan.tokens.count
    plan.tokens += text.utf8
    return PlanRange(start..<plan.tokens.count)
  }

  mutating func constant(_ text: String) -> Int32 {
    plan.constants.append(token(text))
    return Int32(plan.constants.count - 1)
  }

  mutating func name(_ name: MemberName) -> Int32 {
    if let number = nameNumbers[name] { return number }
    plan.names.append(token(Self.quoted(name.text)))
    nameNumbers[name] = Int32(plan.names.count - 1)
    return Int32(plan.names.count - 1)
  }

  static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }

  /// The largest index that is made up by filling an array, as for canonical payloads.
  private static let largestIndex = 10_000

  mutating func steps(_ path: SourceKeyPath) -> PlanRange {
    let start = plan.steps.count
    for step in path.steps {
      switch step {
      case .fanOut: plan.steps.append(PlanStep(name: -1, element: -1))
      case .segment(let segment):
        let element = SourceKeyPath.index(segment).flatMap { $0 <= Self.largestIndex ? $0 : nil }
        plan.steps.append(PlanStep(name: name(segment), element: Int32(element ?? -1)))
      }
    }
    return PlanRange(start..<plan.steps.count)
  }

  /// Constants 0 to 5 are null, false, true, 0, an empty text, array and object.
  private mutating func addConstants() {
    for text in ["null", "false", "true", "0", #""""#, "[]", "{}"] { _ = constant(text) }
    let start = plan.constants.count
    let texts = [
      "0", "-1.5", "true", "false", #""""#, "[]", "{}", #""a""#, "9007199254740993",
      #"[1,"a",null,[true]]"#, #"{"a":{"b":[]}}"#, #""\u0000😀""#, "1e2",
    ]
    for text in texts { _ = constant(text) }
    plan.anyConstants = PlanRange(start..<plan.constants.count)
    var key = PlanNode(.text)
    key.high = 12
    plan.keyNode = append(key)
  }

  mutating func append(_ node: PlanNode) -> Int32 {
    plan.nodes.append(node)
    return Int32(plan.nodes.count - 1)
  }

  /// Names that no key path of the contract has, in whatever case.
  private mutating func addUnknownNames() {
    let known = Set(index.segmentNames(of: contract).map { Self.letters($0.text) })
    let names = ["_unknown", "x-extra", "zzz", "😀", "extra.dotted", "é", "@type", "0"]
    for name in names where !known.contains(Self.letters(name)) {
      plan.unknownNames.append(token(Self.quoted(name)))
    }
  }

  private static func letters(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter { $0 != UInt8(ascii: "_") }
  }
}
