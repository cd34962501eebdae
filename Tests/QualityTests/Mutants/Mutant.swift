import ContractTesting
import Foundation

@testable import ShopMappers

/// A mapper that is right but for one mistake.
struct Mutant {
  /// What is wrong with it, in words.
  let name: String
  /// Where in the payload the mistake shows: `order.shipping.cost`.
  let path: String
  /// What a violation has to say: the key path or the property of the mistake.
  let says: String
  /// Why nothing is said of it, by right.
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

/// What the harness says of a mutant.
struct Finding {
  let mutant: Mutant
  /// The text that names the mistake.
  let text: String?

  /// - Parameter keyPaths: All of the contract. Those at the mutant's path are looked at first: what
  ///   they show, all of them would.
  init(_ mutant: Mutant, _ keyPaths: [ContractKeyPath]) throws {
    self.mutant = mutant
    let near = keyPaths.filter {
      $0.path == mutant.path || $0.path.hasPrefix(mutant.path + ".")
        || $0.path.hasPrefix(mutant.path + "[")
    }
    let texts = near.lazy.flatMap { keyPath in
      MapperTest(mutant.mapper, handles: keyPath).violations().map(\.description)
    }
    // Each payload has all the keys.
    let says = { (text: String) in
      text.split(separator: "\n").contains {
        !$0.hasPrefix("  payload") && !$0.hasPrefix("  before") && $0.contains(mutant.says)
      }
    }
    let found = texts.first(where: says)
    // Of what nothing is said by right, the whole sweep says nothing at length.
    text =
      try found
      ?? (mutant.missed == nil ? Shop.violations(of: mutant.mapper).first(where: says) : nil)
  }

  /// `null as zero  |  caught  |  order.views null`
  var row: String {
    let when = text?.split(separator: "\n").first { $0.hasPrefix("  when ") }?.dropFirst(12)
    let found = when.map { "caught  |  \($0)" } ?? "missed  |  \(mutant.missed ?? "")"
    return "\(mutant.name)  |  \(found)"
  }
}
