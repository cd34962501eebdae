import ContractModel
package import JSONParsing
import MappingEngine

/// A fault that a mapper of the app may accept although the contract rejects it.
public enum Tolerance: String, CaseIterable, Sendable {
  /// An absent member. The app may have `nil`, or the line's default value.
  case missing
  /// A null. The app may have `nil`, or the line's default value.
  case null
  /// A value that a closed list does not name, or an object that no case fits. For the value, the
  /// app may have `nil`, the line's default value, the value itself, or a collection without the
  /// element. For the object, it may have `nil` or nothing, a case of an enumeration without
  /// associated values, or an object of the outer map's lines. A property's tolerance is about the
  /// objects of the mappings that its line names.
  case unknownCase
  /// A value that does not fit its line, or that contains such a value: it has another type, cannot
  /// be converted, is representable only in part, or breaks the line's constraints. The app may
  /// have `nil`, the line's default value, its value for an absent key, or a collection without the
  /// element.
  ///
  /// With this tolerance, the others also apply inside the value: a list that leaves out each bad
  /// element is `[.invalid, .missing, .null, .unknownCase]`.
  case invalid
}

/// The faults that a mapper may accept although its contract rejects them, for all properties or
/// for some.
///
///     tolerating: [.missing, .null]
///     tolerating: ["nickname": [.missing], "User.bio": [.missing, .null]]
///
/// This way the contract stays strict with the server, while the app may be lenient.
public struct Tolerances: Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  private var ofAll: Set<Tolerance> = []
  /// The tolerances by the names of properties: `nickname`, or `User.nickname` for one type only.
  private var ofProperties: [MemberName: Set<Tolerance>] = [:]

  public init(arrayLiteral tolerances: Tolerance...) { ofAll = Set(tolerances) }

  public init(dictionaryLiteral tolerances: (String, [Tolerance])...) {
    for (name, tolerances) in tolerances {
      ofProperties[MemberName(name), default: []].formUnion(tolerances)
    }
  }

  /// The names of the properties with tolerances of their own, in the order of their code points.
  package var propertyNames: [MemberName] { ofProperties.keys.sorted() }

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
    ([ofAll] + ofProperties.values).contains { !$0.isDisjoint(with: [.invalid, .unknownCase]) }
  }
}
