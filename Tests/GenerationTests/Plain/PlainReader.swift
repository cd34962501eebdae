import ContractModel
import JSONParsing

/// Finds the errors of a payload by reading it line by line, as the format's documents say.
///
/// It makes no objects, knows no events and is in no hurry. The engine is held against it, so they
/// share no code but the model of contracts.
struct PlainReader {
  let contract: PlainContract
  let document: JSONDocument
  var findings: Set<ExpectedViolation> = []
  /// Whether a line asks for what this reading does not know.
  var isUndecided = false
  /// The types of the objects that were mentioned, by family and identity.
  var types: [MemberName: MemberName] = [:]
  /// The values that may not change, as canonical texts, by object and property.
  var constants: [MemberName: MemberName] = [:]
  /// Where mapping started: what `@root` leads to.
  var root: JSONValue
  /// How many violations were found, those at one place too.
  var reportCount = 0
  /// Of the value that mapping started with, how many objects came of it, and of how many nothing
  /// did.
  var (mappedCount, unmappedCount) = (0, 0)
  /// The looks into objects of mappings around them, and of cases that handed them over, by node.
  var outerLooks: [Int: [PlainLook]] = [:]
  /// The mappings that are being made of the representation around them.
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

  /// Reads a value that mapping starts with: a collection of which nothing comes is an error
  /// (§ 38).
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

/// Where a line is read: the object, and what is around it.
struct PlainScope {
  var object: JSONValue
  var settings: MappingSettings
  /// The objects around it, itself the last.
  var holders: [JSONValue] = []
  /// Its position in its collection.
  var position: Int?
  /// The mapping of the lines; none, if they are those of the payload.
  var mapping: PlainMapping?
  /// The text that tells the object from others, once it is known.
  var mention: MemberName?
  /// The property that the key of a keyed collection becomes, and the key.
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
