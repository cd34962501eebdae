import ContractModel
import JSONParsing
import MappingEngine

// Violations that only the capture as a whole shows.

extension CaptureCheck {
  /// Ends the check: resolves line numbers within the files, and adds the violations of the capture
  /// as a whole.
  ///
  /// - Parameters:
  ///   - isWhole: Whether the capture was checked to its end. If not, it is unknown what the
  ///     capture lacks.
  ///   - report: Receives those violations, in order.
  package mutating func finish(isWhole: Bool = true, report: Report? = nil) {
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
  ///   - severity: The severity after the options; with `off`, nothing is noted.
  ///   - place: The place of one payload that the violation is about.
  mutating func note(
    _ key: FindingKey, _ severity: Severity, _ message: String,
    of line: PropertyLine? = nil, count: Int = 1,
    at place: (location: ViolationPlace, order: RecordOrder)? = nil, _ report: Report?
  ) {
    guard severity != .off else { return }
    let violation = Violation(
      ofCapture: key.rule, as: severity == .error ? .error : .warning, message: message, line: line)
    let found = CheckViolation(violation, severity: severity, of: key, at: place)
    totals.violations.noteOfCapture(found, key, count: count, options.exampleCount)
    report?(found)
  }

  /// Notes keys that are present too rarely, or null too often.
  private mutating func noteRates(_ number: Int, _ report: Report?) {
    for (line, mapping, violation) in tally(ofContract: number)?.rateViolations ?? [] {
      let endpoint = wholeKey(ofMapping: mapping ?? "", number)
      note(
        FindingKey(endpoint, violation.rule, line: line),
        options.severity(violation.rule, .error), violation.message, of: violation.line, report)
    }
  }

  /// Notes constant values that differ between payloads.
  private mutating func noteConflicts(_ number: Int, _ report: Report?) {
    let severity = options.severity(.identityConflict, .error)
    guard severity != .off else { return }
    let linesBefore = totals.inputs.linesBefore
    let place = { (mention: ConstantValues.Mention) in
      mention.place.moved(byLines: linesBefore[mention.order.item] ?? 0)
    }
    for (first, other) in constants[number].conflicts {
      var key = FindingKey(outside, .identityConflict, line: other.line)
      guard let line = mappers[number].line(of: key) else { continue }
      key.endpoint = wholeKey(ofMapping: mappers[number].mapping(of: key) ?? "", number)
      note(
        key, severity,
        "\(quoted(line.source.description)) is not what \(place(first)) says of this object",
        of: line, count: other.count, at: (place(other), other.order), report)
    }
  }
}
