import ContractModel
import MappingEngine

/// The totals of a check as stored in a part.
private struct PartTotals: Codable {
  let totals: CheckTotals
  /// By contract; `nil`, if it had no payload.
  let tallies: [MappingTally.Contents?]
  let constants: [ConstantValues]
  /// By released version.
  let released: [ReleasedTotals]
}

extension CaptureCheck {
  /// Returns the counts as a part of a check: a line.
  ///
  /// The check must not be finished. If the header omits examples, the part has nothing from
  /// payloads, paths or inputs: no value, no key that no line reads, no mark of an identity.
  package func part(_ header: PartHeader) -> [UInt8] {
    var totals = totals
    var tallies = contracts.indices.map { tally(ofContract: $0)?.contents }
    var constants = constants
    if header.omitsExamples == true {
      totals.removeValues()
      for number in tallies.indices { tallies[number]?.removeValues() }
      constants = constants.map { _ in ConstantValues() }
    }
    return CheckPart.line(
      header,
      PartTotals(
        totals: totals, tallies: tallies, constants: constants, released: released.map(\.totals)))
  }
}

extension CheckPart {
  /// Adds the part's counts to a check with the same contracts and options.
  ///
  /// - Parameter firstInput: The place of the part's first input among those of all parts.
  /// - Throws: An error if the part is damaged; then nothing is added.
  package func add(to check: inout CaptureCheck, firstInput: Int) throws(PartError) {
    let part = try totals(PartTotals.self, firstInput: firstInput)
    guard part.isSound(for: check) else { throw damage }
    check.merge(part.totals, part.constants, part.released)
    for (number, contents) in part.tallies.enumerated() {
      guard let contents else { continue }
      check.makeTally(ofContract: number)
      check.tallies[number]?.add(contents)
    }
    if header.omitsExamples == true { check.omitsExamples = true }
  }
}

extension PartTotals {
  /// Whether all keys belong to endpoints and lines of the check's contracts, and all examples to
  /// their groups.
  func isSound(for check: CaptureCheck) -> Bool {
    let contracts = check.contracts.indices
    guard tallies.count == contracts.count, constants.count == contracts.count,
      released.count == check.released.count, totals.inputs.isSound
    else { return false }
    return totals.usedEndpoints.allSatisfy(check.has)
      && totals.violations.allTotals.allSatisfy { key, group in
        (key.line == nil || tallies[key.endpoint.contract] != nil)
          && check.mappers[key.endpoint.contract].has(key)
          && group.examples.allSatisfy { $0.group == key && $0.range.upperBound <= $0.text.count }
      }
      && contracts.allSatisfy { isSound($0, for: check) }
  }

  private func isSound(_ number: Int, for check: CaptureCheck) -> Bool {
    let lines = constants[number].values.entries.map(\.value.line)
    guard let contents = tallies[number] else { return lines.isEmpty }
    let mapper = check.mappers[number]
    return MappingTally(mapper).admits(contents)
      && contents.endpoints.allSatisfy {
        check.has(EndpointKey(contract: number, number: $0.number))
      }
      && lines.allSatisfy { mapper.has(FindingKey(check.outside, .identityConflict, line: $0)) }
  }
}

extension CheckTotals {
  /// The endpoints that occur anywhere in the totals.
  fileprivate var usedEndpoints: Set<EndpointKey> {
    Set(endpoints.map(\.key)).union(statuses.keys).union(unmatched.groups.compactMap(\.nearest))
      .union(violations.allTotals.map(\.key.endpoint))
  }
}

extension MappingTally.Contents {
  /// Removes the names of members that no line reads, and the marks of identities.
  mutating func removeValues() {
    identities = identities.map { _ in [] }
    otherUnmappedCount += unmapped.reduce(0) { $0 + $1.count }
    unmapped = []
  }
}
