import Foundation
package import MapperTesting

/// A mapper that is right apart from one mistake.
package struct Mutant {
  /// A description of the mistake.
  package let name: String
  /// The key path in the payload at which the mistake shows: `order.shipping.cost`.
  package let path: String
  /// A text in a violation that names the mistake: its key path or property.
  package let says: String
  /// The reason why no violation has to name the mistake.
  package let missed: String?
  package let mapper: MapperUnderTest

  init(
    _ name: String, at path: String, says: String? = nil, missed: String? = nil,
    _ mapper: MapperUnderTest
  ) {
    (self.name, self.path, self.missed, self.mapper) = (name, path, missed, mapper)
    self.says = says ?? path.split(separator: ".").last.map { "\"\($0)" } ?? path
  }

  /// Creates a mutant that changes the right table.
  init(
    _ name: String, at path: String, says: String? = nil, missed: String? = nil,
    _ change: (inout TableMapper) -> Void
  ) {
    var table = TableMapper.shop
    change(&table)
    self.init(name, at: path, says: says, missed: missed, .mapping { try table.map($0) })
  }

  /// Creates a mutant that changes one row of the right table.
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

  /// Whether an issue names the mistake. The payload in the issue is ignored, because it has all
  /// keys.
  package func isNamed(in issue: String) -> Bool {
    issue.split(separator: "\n").contains {
      !$0.hasPrefix("  payload") && !$0.hasPrefix("  before") && $0.contains(says)
    }
  }

  /// Whether a key path is that of the mistake, or inside of it.
  package func isNear(_ path: String) -> Bool {
    path == self.path || path.hasPrefix(self.path + ".") || path.hasPrefix(self.path + "[")
  }
}
