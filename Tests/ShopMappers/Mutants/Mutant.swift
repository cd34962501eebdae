import Foundation
package import MapperTesting

/// A mapper that is right but for one mistake.
package struct Mutant {
  /// The mistake in words.
  package let name: String
  /// Where in the payload the mistake shows: `order.shipping.cost`.
  package let path: String
  /// A text that a violation has to have: the key path or the property of the mistake.
  package let says: String
  /// Why it is right that no violation names it.
  package let missed: String?
  package let mapper: MapperUnderTest

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

extension Mutant {
  package static var all: [Mutant] {
    ofKeys + ofAbsence + ofCoercions + ofNumbers + ofTexts + ofFormats + ofDates + ofCollections
      + ofDictionaries + ofFailures + ofStores + mechanical
  }

  /// Whether an issue names the mistake. Each payload has all the keys, so it is not looked at.
  package func isNamed(in issue: String) -> Bool {
    issue.split(separator: "\n").contains {
      !$0.hasPrefix("  payload") && !$0.hasPrefix("  before") && $0.contains(says)
    }
  }

  /// Whether a key path of the payload is the mistake's, or in it.
  package func isNear(_ path: String) -> Bool {
    path == self.path || path.hasPrefix(self.path + ".") || path.hasPrefix(self.path + "[")
  }
}
