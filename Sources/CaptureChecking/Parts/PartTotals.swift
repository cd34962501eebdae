import ContractModel
import MappingEngine

/// What a part has of a check.
private struct PartTotals: Codable {
  let totals: CheckTotals
  /// By contract; `nil`, if no payload was its.
  let tallies: [MappingTally.Contents?]
  let constants: [ConstantValues]
}

extension CaptureCheck {
  /// The counts as a part of a check: a line.
  ///
  /// The check is not finished. Of a header without examples, the part has nothing that a payload, a
  /// path or an input has: no value, no key that no line reads, no mark of an identity.
  package func part(_ header: PartHeader) -> [UInt8] {
    var totals = totals
    totals.settle()
    var tallies = contracts.indices.map { tally(ofContract: $0)?.contents }
    var constants = constants
    if header.omitsExamples == true {
      totals.removeValues()
      for number in tallies.indices { tallies[number]?.removeValues() }
      constants = constants.map { _ in ConstantValues() }
    }
    return CheckPart.line(
      header, PartTotals(totals: totals, tallies: tallies, constants: constants))
  }
}

extension CheckPart {
  /// Adds what the part has counted to a check by the same contracts and options.
  ///
  /// - Parameter firstInput: The place of the part's first input among those of all parts.
  /// - Throws: That the part is not as the check writes it; then nothing is added.
  package func add(to check: inout CaptureCheck, firstInput: Int) throws(PartError) {
    let context = check.partContext(firstInput: firstInput)
    let part = try totals(PartTotals.self, for: context)
    guard let tallies = part.tallies(context), part.isSound(tallies) else { throw damage }
    check.merge(part.totals, tallies, part.constants)
    if header.omitsExamples == true { check.omitsExamples = true }
  }
}

extension PartTotals {
  /// The tallies of the contracts; `nil`, if they are of other ones.
  func tallies(_ context: PartContext) -> [MappingTally?]? {
    guard tallies.count == context.tallies.count else { return nil }
    var found: [MappingTally?] = []
    for (number, contents) in tallies.enumerated() {
      found.append(contents.map { _ in context.tallies[number] })
      guard let contents else { continue }
      let areKnown = contents.endpoints.allSatisfy {
        context.endpoint(contract: number, number: $0.number) != nil
      }
      guard areKnown, found[number]?.add(contents) == true else { return nil }
    }
    return found
  }

  /// Whether all groups and values are of lines that payloads were mapped by, and examples of their
  /// groups.
  func isSound(_ tallies: [MappingTally?]) -> Bool {
    totals.problems.isSound && constants.count == tallies.count
      && [totals.violations.totals, totals.violations.places].joined().allSatisfy { key, group in
        (key.group.line < 0 || tallies[key.endpoint.contract] != nil)
          && group.examples.allSatisfy { $0.group == key }
      }
      && zip(tallies, constants).allSatisfy { tally, constants in
        constants.values.entries.allSatisfy {
          tally?.has(PayloadProblems.Group(rule: .identityConflict, line: $0.value.line)) == true
        }
      }
  }
}

extension MappingTally.Contents {
  /// Takes the names of members that no line reads, and the marks of identities, out of the counts.
  mutating func removeValues() {
    identities = identities.map { _ in [] }
    otherUnmappedCount += unmapped.reduce(0) { $0 + $1.count }
    unmapped = []
  }
}
