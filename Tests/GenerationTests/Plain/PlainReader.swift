import ContractModel
import JSONParsing

/// Finds the errors of a payload by reading it line by line, as the format's documents say.
///
/// The reader makes no objects, records no events and is slow. Tests compare the engine with it, so
/// the two share only the model of contracts.
struct PlainReader {
  let contract: PlainContract
  let document: JSONDocument
  var findings: Set<ExpectedViolation> = []
  /// Whether a line needs something that this reader does not know.
  var isUndecided = false
  /// The types of the mentioned objects, by family and identity.
  var types: [MemberName: MemberName] = [:]
  /// The constant values, as canonical texts, by object and property.
  var constants: [MemberName: MemberName] = [:]
  /// The value that mapping starts with: `@root`.
  var root: JSONValue
  /// The number of violations, several at one place counted each.
  var reportCount = 0
  /// The numbers of objects that were and were not made of the value that mapping starts with.
  var (mappedCount, unmappedCount) = (0, 0)
  /// The key paths that lead into an object from the mappings around it, and from the cases that
  /// delegated it, by the object's node.
  var outerLooks: [Int: [PlainLook]] = [:]
  /// The mappings that are being made of the keys of a representation.
  var aggregates: [(node: Int, mapping: MemberName)] = []

  init(_ contract: PlainContract, _ document: JSONDocument) {
    (self.contract, self.document, root) = (contract, document, document.root)
  }

  /// Reads the payload as a target.
  mutating func read(as target: PlainTarget) {
    switch target {
    case .value(let line):
      readRoot(line, .value(document.root, []), PlainScope(document.root, contract.settings))
    case .lines(let rules):
      let scope = PlainScope(document.root, contract.settings)
      readUnknownKeys(rules, in: scope)
      for rule in rules { readRoot(rule, follow(rule.source, scope), scope) }
    }
  }

  /// Reads a value that mapping starts with. A collection is an error if no object is made of it (§
  /// 38).
  private mutating func readRoot(_ line: PlainLine, _ found: PlainFound, _ scope: PlainScope) {
    (mappedCount, unmappedCount) = (0, 0)
    let before = reportCount
    _ = read(line, found, scope)
    guard unmappedCount > 0, mappedCount == 0, reportCount == before else { return }
    switch found {
    case .value(let value, _), .collected(_, let value): report(.nothingMapped, value)
    case .elsewhere, .missing, .blocked: break
    }
  }

  mutating func report(_ rule: RuleID, _ value: JSONValue) {
    reportCount += 1
    findings.insert(ExpectedViolation(rule: rule, path: value.path))
  }

  mutating func report(_ rule: RuleID, _ value: JSONValue, behind steps: ArraySlice<SourceStep>) {
    var path = value.path
    var isInArray = value.kind == .array
    for step in steps {
      guard case .segment(let name) = step else { break }
      let index = isInArray ? SourceKeyPath.index(name) : nil
      path.steps.append(index.map { .element($0) } ?? .member(name))
      isInArray = false
    }
    reportCount += 1
    findings.insert(ExpectedViolation(rule: rule, path: path))
  }
}

typealias SourceStep = SourceKeyPath.Step

/// The context of a line: the object and its surroundings.
struct PlainScope {
  var object: JSONValue
  var settings: MappingSettings
  /// The objects around it, with the object itself as the last.
  var holders: [JSONValue] = []
  /// The object's position in its collection.
  var position: Int?
  /// The mapping of the lines; `nil` for the lines of the payload.
  var mapping: PlainMapping?
  /// The text that distinguishes the object from others, once it is known.
  var mention: MemberName?
  /// The property that the key of a keyed collection becomes, and that key.
  var key: (property: PropertyPath, name: MemberName)?

  init(_ object: JSONValue, _ settings: MappingSettings) {
    (self.object, self.settings) = (object, settings)
  }

  init(_ object: JSONValue, _ mapping: PlainMapping) {
    self.init(object, mapping.settings)
    self.mapping = mapping
  }

  /// Whether the lines are those of the payload.
  var isRoot: Bool { mapping == nil }

  var isLenient: Bool { settings.coercion == .lenient }
}
