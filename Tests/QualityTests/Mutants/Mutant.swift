import ContractTesting
import Foundation

@testable import ShopMappers

/// A mapper that is right but for one mistake.
struct Mutant {
  /// The mistake in words.
  let name: String
  /// Where in the payload the mistake shows: `order.shipping.cost`.
  let path: String
  /// A text that a violation has to have: the key path or the property of the mistake.
  let says: String
  /// Why it is right that no violation names it.
  let missed: String?
  let mapper: MapperUnderTest

  init(
    _ name: String, at path: String, says: String? = nil, missed: String? = nil,
    _ mapper: MapperUnderTest
  ) {
    (self.name, self.path, self.missed, self.mapper) = (name, path, missed, mapper)
    self.says = says ?? path.split(separator: ".").last.map { "\"\($0)" } ?? path
  }

  /// The table that is right, changed.
  init(
    _ name: String, at path: String, says: String? = nil, missed: String? = nil,
    _ change: (inout TableMapper) -> Void
  ) {
    var table = TableMapper.shop
    change(&table)
    self.init(name, at: path, says: says, missed: missed, .mapping { try table.map($0) })
  }

  /// One row of the table, changed.
  init(
    _ name: String, _ type: String, _ key: String, at path: String, says: String? = nil,
    missed: String? = nil, _ change: (inout Row) -> Void
  ) {
    self.init(name, at: path, says: says ?? "\"\(key)", missed: missed) { table in
      change(&table[type, key])
    }
  }
}

/// The harness's result on a mutant.
struct Finding {
  let mutant: Mutant
  /// The first violation that names the mistake.
  let violation: MapperViolation?
  /// How many single faults the mapper is given, in the order in which a budget takes them, until
  /// one shows the mistake; `nil`, if it takes more than a single fault.
  let faultCount: Int?

  /// - Parameters:
  ///   - keyPaths: All of the contract. Those at the mutant's path are looked at first: what they
  ///     show, all of them would.
  ///   - places: The place of each single fault in the order.
  init(_ mutant: Mutant, _ keyPaths: [ContractKeyPath], _ places: [String: Int]) throws {
    self.mutant = mutant
    let near = keyPaths.filter {
      $0.path == mutant.path || $0.path.hasPrefix(mutant.path + ".")
        || $0.path.hasPrefix(mutant.path + "[")
    }
    let found = near.flatMap { MapperTest(mutant.mapper, handles: $0).violations() }
      .filter { $0.names(mutant.says) }
    // Of what nothing is said by right, the whole sweep says nothing at length.
    let isSought = found.isEmpty && mutant.missed == nil
    let all =
      try isSought ? Shop.violations(of: mutant.mapper).filter { $0.names(mutant.says) } : found
    violation = all.first
    faultCount = all.flatMap(\.caseNames).compactMap { places[$0] }.min().map { $0 + 1 }
  }

  /// `null as zero  |  after 12  |  order.views null`
  var row: String {
    guard let violation else { return "\(mutant.name)  |  missed  |  \(mutant.missed ?? "")" }
    let count = faultCount.map { "after \($0)" } ?? "later"
    return "\(mutant.name)  |  \(count)  |  \(violation.caseNames.first ?? "")"
  }
}

extension MapperViolation {
  /// Whether the text says something. Each payload has all the keys, so it is not looked at.
  fileprivate func names(_ text: String) -> Bool {
    description.split(separator: "\n").contains {
      !$0.hasPrefix("  payload") && !$0.hasPrefix("  before") && $0.contains(text)
    }
  }
}
