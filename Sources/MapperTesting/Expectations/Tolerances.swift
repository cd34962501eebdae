import ContractModel
package import JSONParsing
import MappingEngine

/// Something that a contract refuses, and that a mapper of the app may take anyway.
public enum Tolerance: String, CaseIterable, Sendable {
  /// A member that is absent: for `nil`, or for the line's default.
  case missing
  /// A null: for `nil`, or for the line's default.
  case null
  /// A value that a closed list does not name: for `nil`, for the line's default, or for the value as
  /// it stands. An object that no case fits: for `nil` or nothing, for a case of an enumeration without
  /// anything associated, or for an object of the outer map's lines.
  case unknownCase
  /// A value that is there and does not fit its line, or what is in it: of another type, no value of
  /// it, held only in part, or out of the line's constraints. For `nil`, for the line's default, for
  /// what the app makes of an absent one, or for a collection without the element.
  ///
  /// Beside it, the other words hold for what is in the value, too: a list that leaves out each bad
  /// element is `[.invalid, .missing, .null, .unknownCase]`.
  case invalid
}

/// The things that a mapper may take though its contract refuses them, of all properties or of some.
///
///     tolerating: [.missing, .null]
///     tolerating: ["nickname": [.missing], "User.bio": [.missing, .null]]
///
/// So a contract keeps a server to its word, and the app may be lenient.
public struct Tolerances: Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  private var ofAll: Set<Tolerance> = []
  /// By the names of properties, `nickname`, or of one type, `User.nickname`.
  private var ofProperties: [MemberName: Set<Tolerance>] = [:]

  public init(arrayLiteral tolerances: Tolerance...) { ofAll = Set(tolerances) }

  public init(dictionaryLiteral tolerances: (String, [Tolerance])...) {
    for (name, tolerances) in tolerances {
      ofProperties[MemberName(name), default: []].formUnion(tolerances)
    }
  }

  /// The names of properties that it says something of, in the order of their code points.
  package var propertyNames: [MemberName] { ofProperties.keys.sorted() }

  /// The tolerances of either.
  package func union(_ other: Tolerances) -> Tolerances {
    var all = self
    all.ofAll.formUnion(other.ofAll)
    all.ofProperties.merge(other.ofProperties) { $0.union($1) }
    return all
  }

  func allows(_ tolerance: Tolerance, of property: PropertyPath?, in mapping: MemberName?) -> Bool {
    if ofAll.contains(tolerance) { return true }
    guard !ofProperties.isEmpty, let property else { return false }
    let names =
      [MemberName("\(property)")] + (mapping.map { [MemberName("\($0).\(property)")] } ?? [])
    return names.contains { ofProperties[$0]?.contains(tolerance) ?? false }
  }

  /// Whether any value that does not fit may be lost.
  var allowLosses: Bool {
    ofAll.contains(.invalid) || ofProperties.values.contains { $0.contains(.invalid) }
  }

  /// Whether a violation is that no case fits an object, and any such object may be taken.
  func allows(_ violation: Violation) -> Bool {
    allowsUnknownCases && [.noCase, .noSwitchKey].contains(violation.rule)
  }

  /// Whether all objects that no case fits may be taken.
  var allowsUnknownCases: Bool { ofAll.contains(.unknownCase) }
}
