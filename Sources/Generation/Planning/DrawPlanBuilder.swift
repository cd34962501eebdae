package import ContractModel
import JSONParsing

struct DrawPlanBuilder: Sendable {
  var tables = DrawTables()
  let contract: Contract
  let index: MappingIndex
  let finite: FiniteMappings
  /// Whether payloads besides the canonical one are made. If not, no alternatives are needed.
  let isForDrawing: Bool
  /// The cases that canonical payloads use instead of the first ones: the cases' positions, by the
  /// mappings' names.
  var choices: [MemberName: Int] = [:]
  /// The first names of the key paths by which lines of other objects read this one, through
  /// `@parent` and the like.
  let namesSeenFromOutside: Set<MemberName>
  let allowsUnknownMembers: Bool
  var mappingNumbers: [MemberName: Int32] = [:]
  /// The mappings that have a number but no shapes yet.
  private var waiting: [ContractMapping] = []
  var nameNumbers: [MemberName: Int32] = [:]
  /// The places where the sources of the current shape lead into arrays.
  var places = ArrayPlaces([])
  var closureNames: [MemberName: Set<MemberName>] = [:]
  var recursiveNames: Set<MemberName> = []

  init(_ contract: Contract, isForDrawing: Bool) {
    (self.contract, self.isForDrawing) = (contract, isForDrawing)
    index = MappingIndex(contract)
    finite = FiniteMappings(index)
    namesSeenFromOutside = isForDrawing ? index.namesSeenFromOutside : []
    let policies =
      [contract.settings.unknownKeys] + index.mappingsInOrder.map(\.settings.unknownKeys)
    allowsUnknownMembers = !policies.contains(.error)
    recursiveNames = index.recursiveNames
  }

  mutating func compile(_ target: ContractExample.Target) -> DrawTables {
    addConstants()
    tables.root = root(of: target)
    while let mapping = waiting.popLast() { addShapes(of: mapping) }
    guard isForDrawing else { return tables }
    tables.keepsIdentitiesApart = index.mappingsInOrder.contains { mapping in
      index.allLines(of: mapping).contains { $0.options.isConstant ?? false }
    }
    for mapping in index.mappingsInOrder {
      guard let age = mapping.modifiedBy?.value else { continue }
      let lines = index.allLines(of: mapping).filter { $0.property == age }
      tables.ages.formUnion(lines.compactMap(\.source.lastName))
    }
    addUnknownNames()
    return tables
  }

  private mutating func root(of target: ContractExample.Target) -> DrawRoot {
    switch target {
    case .type(let root, let value): return self.root(of: value, at: root)
    case .endpoint(let selector):
      switch contract.endpoints.first(where: { $0.selector == selector.value })?.body {
      case .value(let value)?: return root(of: value, at: .representation)
      case .map(let lines)? where !lines.isEmpty: return .lines(shape(ShapeSource(lines: lines)))
      case .map?, .absent?, nil: return .none
      }
    }
  }

  private mutating func root(of value: ConstrainedType, at path: SourceKeyPath) -> DrawRoot {
    let node = self.node(value, role: nil)
    places = ArrayPlaces([path])
    return .value(node: node, steps: steps(path), allowsNull: value.allowsNull)
  }

  /// Returns the number of a mapping, which gets its shapes later; `nil` if there is none.
  mutating func number(of name: MemberName) -> Int32? {
    if let number = mappingNumbers[name] { return number }
    guard let mapping = index[name] else { return nil }
    let number = tables.mappings.add(DrawMapping())
    mappingNumbers[name] = number
    waiting.append(mapping)
    return number
  }
}

extension DrawPlan {
  /// - Parameters:
  ///   - contract: A contract without errors.
  ///   - target: A type, of the payload or of the value at one of its key paths; or an endpoint.
  package convenience init(_ contract: Contract, _ target: ContractExample.Target) {
    var builder = DrawPlanBuilder(contract, isForDrawing: true)
    self.init(builder.compile(target))
  }

  package convenience init(_ contract: Contract, _ endpoint: Endpoint) {
    self.init(contract, .endpoint(Located(endpoint.selector)))
  }
}

extension Array {
  /// Appends an element, and returns its index.
  mutating func add(_ element: Element) -> Int32 {
    append(element)
    return Int32(count - 1)
  }

  mutating func add(contentsOf elements: some Sequence<Element>) -> DrawRange {
    let start = count
    append(contentsOf: elements)
    return DrawRange(start..<count)
  }
}

// MARK: - Tokens

extension DrawPlanBuilder {
  mutating func token(_ text: String) -> DrawRange { tables.tokens.add(contentsOf: text.utf8) }

  mutating func constant(_ text: String) -> Int32 { tables.constants.add(token(text)) }

  mutating func name(_ name: MemberName) -> Int32 {
    if let number = nameNumbers[name] { return number }
    let number = tables.names.add(token(JSONWriter.text(of: name.text)))
    nameNumbers[name] = number
    return number
  }

  mutating func steps(_ path: SourceKeyPath) -> DrawRange {
    let elements = places.elements(of: path)
    let steps = path.steps.enumerated().map { depth, step in
      switch step {
      case .fanOut: return DrawStep(name: -1, element: -1)
      case .segment(let segment):
        let element = elements.contains(depth) ? SourceKeyPath.index(segment) : nil
        return DrawStep(name: name(segment), element: Int32(element ?? -1))
      }
    }
    return tables.steps.add(contentsOf: steps)
  }

  /// Adds the constants; number 0 is null.
  private mutating func addConstants() {
    _ = constant("null")
    let texts = [
      "0", "-1.5", "true", "false", #""""#, "[]", "{}", #""a""#, "9007199254740993",
      #"[1,"a",null,[true]]"#, #"{"a":{"b":[]}}"#, #""\u0000😀""#, "1e2",
    ]
    let constants = texts.map { token($0) }
    tables.anyConstants = tables.constants.add(contentsOf: constants)
    var key = DrawNode(.text)
    key.high = 12
    tables.keyNode = tables.nodes.add(key)
  }

  /// Adds names that no key path of the contract has, in upper or lower case.
  private mutating func addUnknownNames() {
    let known = Set(index.segmentNames(of: contract).map { Self.letters($0.text) })
    let names = ["_unknown", "x-extra", "zzz", "😀", "extra.dotted", "é", "@type", "0"]
    for name in names where !known.contains(Self.letters(name)) {
      tables.unknownNames.append(token(JSONWriter.text(of: name)))
    }
  }

  private static func letters(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter { $0 != UInt8(ascii: "_") }
  }
}
