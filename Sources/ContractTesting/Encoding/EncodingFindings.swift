import ContractModel
import ContractReporting
import JSONParsing
import MapperTesting
import MappingEngine

/// What is wrong with the encoded values of a type, one finding for each cause, in the order in
/// which the causes are found.
struct EncodingFindings {
  private struct Finding {
    /// What the findings of one cause have in common.
    let cause: String
    /// What the type does, with the places behind it.
    let verb: String
    var places: [String]
    let line: PropertyLine?
    let isLeftOut: Bool
    let payload: [UInt8]
    let rows: [(String, String)]
    var values: Set<Int>
  }

  /// The most violations of one cause that are shown.
  private static let mostRows = 8

  private var all: [Finding] = []
  private var valueCount = 0
  private var value: Any = ()
  private var payload: [UInt8] = []
  /// The violations of the value's JSON that are about keys in other spellings, by the lines of the
  /// absent keys.
  private var spellings: [PropertyLine: Violation] = [:]
  /// The lines that read a value of some payload.
  private var written: Set<PropertyLine> = []

  /// Begins with the next value.
  mutating func begin(_ value: Any, _ payload: [UInt8]) {
    (self.value, self.payload, valueCount) = (value, payload, valueCount + 1)
  }

  /// - Parameters:
  ///   - cause: What the findings of one cause have in common, if that is not the verb alone.
  ///   - line: The line of the contract that it is about.
  mutating func add(
    _ verb: String, _ rows: [(String, String)] = [], cause: String? = nil, at places: [String] = [],
    of line: PropertyLine? = nil, isLeftOut: Bool = false
  ) {
    let cause = cause ?? ([verb] + places).joined(separator: " ")
    guard let index = all.firstIndex(where: { $0.cause.utf8.elementsEqual(cause.utf8) }) else {
      all.append(
        Finding(
          cause: cause, verb: verb, places: places, line: line, isLeftOut: isLeftOut,
          payload: payload, rows: [("value", ReflectedText(value).description)] + shown + rows,
          values: [valueCount]))
      return
    }
    all[index].values.insert(valueCount)
    for place in places where !all[index].places.contains(place) { all[index].places.append(place) }
  }

  private var shown: [(String, String)] {
    payload.isEmpty ? [] : [("payload", shownStart(of: payload))]
  }

  // MARK: - Violations

  /// Adds the violations of a payload.
  mutating func add(_ result: MappingResult) {
    let events = result.events.filter { $0.isTerminal && !$0.isMissing && $0.json?.isNull == false }
    written.formUnion(events.compactMap(\.line))
    spellings = Dictionary(
      result.violations.filter { [.keyCase, .nearKey].contains($0.rule) }
        .compactMap { violation in violation.line.map { ($0, violation) } },
      uniquingKeysWith: { first, _ in first })
    let violations = result.writtenViolations
    for violation in violations {
      let place = Self.place(violation.path)
      let cause = violation.cause
      let alike = cause == nil ? [violation] : violations.filter { $0.cause == cause }
      add(
        "breaks \(violation.rule.rawValue)" + (place.isEmpty ? "" : " at"),
        alike.prefix(Self.mostRows).map { ("contract", "\($0)") }, cause: cause,
        at: place.isEmpty ? [] : [place], of: violation.line)
    }
  }

  // MARK: - Values

  /// Adds the properties of which the contract reads other values than the app's value has.
  mutating func add(_ differences: [EncodedComparison.Difference]) {
    let differences = differences.filter { difference in
      difference.line.flatMap { spellings[$0] }?.rule != .keyCase
    }
    for difference in differences {
      let name = Self.place(difference.path)
      let (cause, alike) = differences.cause(of: difference)
      add(
        difference.isLeftOut
          ? "leaves out" : "writes another value" + (name.isEmpty ? "" : " of"),
        [
          ("property", listed(alike.map { $0.path.with($0.value) })),
          ("contract", "reads " + listed(alike.map { $0.path.with($0.read) })),
        ] + (alike.count > 1 ? [] : hint(difference)), cause: cause,
        at: name.isEmpty ? [] : [name], of: difference.line, isLeftOut: difference.isLeftOut)
    }
  }

  private func hint(_ difference: EncodedComparison.Difference) -> [(String, String)] {
    guard let line = difference.line, let property = line.property?.description else { return [] }
    if let hint = spellings[line]?.message ?? difference.hint { return [("hint", hint)] }
    return [("hint", "if that is meant, say comparing: [.skipping(\(quoted(property)))]")]
  }

  /// Returns the names on a path, without the positions of elements.
  fileprivate static func place(_ path: InstancePath) -> String {
    let names = path.steps.compactMap { if case .member(let name) = $0 { name.text } else { nil } }
    return displayed(names.joined(separator: "."))
  }

  // MARK: - Reporting

  /// - Parameter name: The app's name of the type.
  func violations(of name: String, in contract: Contract) -> [MapperViolation] {
    // A key that other values have is left out of some on purpose.
    let found = all.filter { !$0.isLeftOut || !($0.line.map(written.contains) ?? false) }
    return found.map { finding in
      let more = finding.values.count - 1
      let place = finding.line.flatMap { ContractLine($0, in: contract) }
      return MapperViolation(
        [displayed(name), finding.verb, listed(finding.places)].filter { !$0.isEmpty }
          .joined(separator: " "),
        (place.map { [("in", $0.description)] } ?? []) + finding.rows
          + (more > 0 ? [("also", "of \(counted(more, "other value"))")] : []),
        payload: finding.payload)
    }
  }
}

extension Violation {
  /// A name for the cause that a violation has in common with others: the keys of an object are
  /// written in another style than the contract's.
  fileprivate var cause: String? {
    guard [.unknownKey, .keyCase].contains(rule), let key = line?.source.lastName,
      case .member(let name)? = path.steps.last,
      likeness(of: name.text, to: key.text) == .sameLetters
    else { return nil }
    return "\(rule) in \(EncodingFindings.place(InstancePath(path.steps.dropLast())))"
  }
}

extension [EncodedComparison.Difference] {
  /// Returns a name for the cause of a difference that has a cause with others, and these: dates
  /// have one form, and properties of an object may have exchanged their keys.
  fileprivate func cause(of difference: Element) -> (String?, [Element]) {
    if difference.isLeftOut { return (nil, [difference]) }
    if difference.isDate { return ("dates", filter { $0.isDate && !$0.isLeftOut }) }
    let object = InstancePath(difference.path.steps.dropLast())
    let own = filter {
      !$0.isLeftOut && !$0.isDate && InstancePath($0.path.steps.dropLast()) == object
    }
    let exchanged = own.filter { one in
      own.contains { $0.path != one.path && ($0.read == one.value || $0.value == one.read) }
    }
    guard exchanged.contains(where: { $0.path == difference.path }) else {
      return (nil, [difference])
    }
    return ("keys of \(EncodingFindings.place(object))", exchanged)
  }
}

extension InstancePath {
  /// Returns a value with its place: `[0].title = "a"`
  fileprivate func with(_ value: String) -> String {
    (steps.isEmpty ? "" : displayed(description) + " = ") + value
  }
}
