import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

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

  /// Notes keys that are there too seldom, or null too often.
  private mutating func noteRates(_ number: Int, _ report: Report?) {
    for (mapping, violation) in tally(ofContract: number)?.rateViolations ?? [] {
      let severity = options.severity(violation.rule, .error)
      guard severity != .off else { continue }
      let endpoint = wholeKey(ofMapping: mapping ?? "", number)
      let key = CheckTotals.GroupKey(
        endpoint: endpoint, rule: violation.rule, group: nil, line: violation.line)
      let found = CheckViolation(violation, severity: severity, of: key)
      totals.noteOfCapture(found, key, options.exampleCount)
      report?(found)
    }
  }

  /// Notes values that may not change, and did from one payload to another.
  private mutating func noteConflicts(_ number: Int, _ report: Report?) {
    let severity = options.severity(.identityConflict, .error)
    guard severity != .off, let tally = tally(ofContract: number) else { return }
    let linesBefore = totals.lineCounts.linesBefore
    for (first, other) in constants[number].conflicts {
      let group = PayloadProblems.Group(rule: .identityConflict, line: other.line)
      guard let line = tally.line(of: group) else { continue }
      let endpoint = wholeKey(ofMapping: tally.mapping(of: group) ?? "", number)
      let place = first.place.moved(byLines: linesBefore[first.order.record.item] ?? 0)
      let violation = Violation(
        rule: .identityConflict, severity: .error, path: InstancePath(), byteRange: 0..<0,
        message: "\(quoted(line.source.description)) is not what \(place) says of this object",
        line: line, origin: line.origin
      ).tellingNoValue()
      let key = CheckTotals.GroupKey(endpoint: endpoint, rule: .identityConflict, group: group)
      let found = CheckViolation(
        violation, severity: severity,
        at: other.place.moved(byLines: linesBefore[other.order.record.item] ?? 0), other.order,
        of: key)
      totals.noteOfCapture(found, key, count: other.count, options.exampleCount)
      report?(found)
    }
  }

  /// Returns the key of violations that are about all payloads of a mapping: it stands after all
  /// endpoints and named types.
  func wholeKey(ofMapping name: MemberName, _ contract: Int) -> CheckTotals.EndpointKey {
    let mappings = contracts[contract].mappings + contracts[contract].includedMappings
    let position = mappings.firstIndex { $0.name == name } ?? mappings.count
    return CheckTotals.EndpointKey(
      contract: contract,
      target: .type(root: .representation, ConstrainedType(.mapping(Located(name)))),
      number: 1_000_000 + position)
  }
}

extension RecordOrder {
  /// The part of the capture that it is in.
  var item: ItemPlace { ItemPlace(input: input, segment: segment) }
}
