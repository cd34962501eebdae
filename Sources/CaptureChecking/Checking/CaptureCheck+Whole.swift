import CaptureSources
import ContractModel
import JSONParsing
package import MappingEngine

// What only the whole capture shows.

extension CaptureCheck {
  /// Ends the check: lines are told by their place in the files, and violations are added that no
  /// payload alone has.
  ///
  /// - Parameters:
  ///   - isWhole: Whether the capture was checked to its end; else nobody knows what it does not
  ///     have.
  ///   - report: Gets those violations, in order, if all are wanted.
  package mutating func finish(isWhole: Bool = true, report: Report? = nil) {
    totals.settle()
    totals.resolveLines()
    for number in tallies.indices { tallies[number]?.settle() }
    for number in contracts.indices {
      noteRates(number, report)
      noteConflicts(number, report)
    }
    noteUnmatched(report)
    if isWhole { noteUnseen(report) }
  }

  /// Notes a violation of the capture as a whole.
  ///
  /// - Parameters:
  ///   - severity: What it counts as, after the options; `off`: it is not noted.
  ///   - place: That of one of the payloads that it is about.
  mutating func note(
    _ key: CheckTotals.GroupKey, _ severity: CheckOptions.Severity, _ message: String,
    of line: PropertyLine? = nil, count: Int = 1,
    at place: (location: ViolationPlace, order: ViolationOrder)? = nil, _ report: Report?
  ) {
    guard severity != .off else { return }
    let violation = Violation(
      ofCapture: key.rule, as: severity == .error ? .error : .warning, message: message, line: line)
    let found = CheckViolation(violation, severity: severity, of: key, at: place)
    totals.violations.noteOfCapture(found, key, count: count, options.exampleCount)
    report?(found)
  }

  /// Notes keys that are there too seldom, or null too often.
  private mutating func noteRates(_ number: Int, _ report: Report?) {
    for (line, mapping, violation) in tally(ofContract: number)?.rateViolations ?? [] {
      let endpoint = wholeKey(ofMapping: mapping ?? "", number)
      note(
        CheckTotals.GroupKey(endpoint, violation.rule, line: line),
        options.severity(violation.rule, .error), violation.message, of: violation.line, report)
    }
  }

  /// Notes values that may not change, and did from one payload to another.
  private mutating func noteConflicts(_ number: Int, _ report: Report?) {
    let severity = options.severity(.identityConflict, .error)
    guard severity != .off, let tally = tally(ofContract: number) else { return }
    let linesBefore = totals.lineCounts.linesBefore
    let place = { (mention: ConstantValues.Mention) in
      mention.place.moved(byLines: linesBefore[mention.order.record.item] ?? 0)
    }
    for (first, other) in constants[number].conflicts {
      let group = PayloadProblems.Group(rule: .identityConflict, line: other.line)
      guard let line = tally.line(of: group) else { continue }
      let endpoint = wholeKey(ofMapping: tally.mapping(of: group) ?? "", number)
      note(
        CheckTotals.GroupKey(endpoint, group), severity,
        "\(quoted(line.source.description)) is not what \(place(first)) says of this object",
        of: line, count: other.count, at: (place(other), other.order), report)
    }
  }

  /// The number of the first key that is about all payloads of a mapping: these stand after all
  /// endpoints and named types.
  private static let firstWhole = 1_000_000

  private func mappingNames(ofContract number: Int) -> [MemberName] {
    (contracts[number].mappings + contracts[number].includedMappings).map(\.name)
  }

  /// The endpoint or type that a key stands for; of what no endpoint describes, and of all payloads
  /// of a mapping, a type.
  package func target(of key: CheckTotals.EndpointKey) -> MappingTarget {
    let (endpoints, number) = (contracts[key.contract].endpoints, key.number)
    if number < endpoints.count { return .endpoint(endpoints[number].selector) }
    if let named = options.named(number - endpoints.count) { return named.target }
    let names = mappingNames(ofContract: key.contract)
    let position = number - Self.firstWhole
    let name = names.indices.contains(position) ? names[position] : ""
    return .type(root: .representation, ConstrainedType(.mapping(Located(name))))
  }

  /// Whether violations of a key are about what was sent.
  package func isOfRequest(_ key: CheckTotals.EndpointKey) -> Bool {
    if case .endpoint(let selector) = target(of: key) { selector.isRequest } else { false }
  }

  /// Returns the key of violations that are about all payloads of a mapping.
  func wholeKey(ofMapping name: MemberName, _ contract: Int) -> CheckTotals.EndpointKey {
    let names = mappingNames(ofContract: contract)
    let position = names.firstIndex(of: name) ?? names.count
    return CheckTotals.EndpointKey(contract: contract, number: Self.firstWhole + position)
  }
}
