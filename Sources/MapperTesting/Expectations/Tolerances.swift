import ContractModel
package import JSONParsing

/// Something that a contract refuses, and that a mapper of the app may take all the same.
public enum Tolerance: String, CaseIterable, Sendable {
  /// A member that is absent: for `nil`, or for the line's default.
  case missing
  /// A null: for `nil`, or for the line's default.
  case null
  /// A value that a closed list does not name: for `nil`, for the line's default, or for the value as
  /// it stands. An object that no case fits: for `nil` or nothing, for a case of an enumeration without
  /// anything associated, or for an object of the outer map's lines.
  case unknownCase
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

  /// Whether all objects that no case fits may be taken.
  var allowsUnknownCases: Bool { ofAll.contains(.unknownCase) }
}
