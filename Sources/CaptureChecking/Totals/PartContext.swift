import ContractModel
import JSONParsing
package import MappingEngine

/// What the counts of a part are read for: the check that they are added to.
package final class PartContext: Sendable {
  /// The place of the part's first input among those of all parts.
  let firstInput: Int
  private let endpoints: Set<CheckTotals.EndpointKey>
  /// By contract, a tally that has counted nothing, and knows the lines.
  let tallies: [MappingTally]

  package init(
    firstInput: Int, tallies: [MappingTally] = [], endpoints: Set<CheckTotals.EndpointKey> = []
  ) {
    (self.firstInput, self.tallies, self.endpoints) = (firstInput, tallies, endpoints)
  }

  /// An endpoint of the check by its keys in the totals; `nil`, if there is none with them.
  package func endpoint(contract: Int, number: Int) -> CheckTotals.EndpointKey? {
    let key = CheckTotals.EndpointKey(contract: contract, number: number)
    return endpoints.firstIndex(of: key).map { endpoints[$0] }
  }

  package static let key = CodingUserInfoKey(rawValue: "part")
}

extension Decoder {
  /// `nil`, if something else than a part is read.
  var part: PartContext? { PartContext.key.flatMap { userInfo[$0] as? PartContext } }

  /// An error that says that a part has what no check writes.
  func corrupted(_ message: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: message))
  }
}

/// The place of an input among all, zero-based; in a part, among those of the part.
@propertyWrapper
package struct InputNumber: Hashable, Comparable, Sendable {
  package var wrappedValue: Int

  package init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

  package static func < (left: Self, right: Self) -> Bool { left.wrappedValue < right.wrappedValue }
}

extension InputNumber: Codable {
  package init(from decoder: any Decoder) throws {
    wrappedValue = try Int(from: decoder) + (decoder.part?.firstInput ?? 0)
  }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
