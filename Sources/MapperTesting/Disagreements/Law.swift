/// A statement that holds for a correct mapper on every payload.
///
/// Most laws need no contract: they compare two results of the mapper.
public enum Law: String, CaseIterable, Sendable {
  /// The mapper accepts what the contract admits, rejects what it rejects, and gives each property
  /// the value that the contract says.
  case agreesWithTheContract = "agrees with the contract"
  /// Adding unknown members changes nothing.
  case unknownMembersAreIgnored = "unknown members are ignored"
  /// Permuting the members of objects changes nothing.
  case memberOrderIsIrrelevant = "member order is irrelevant"
  /// An element maps to the same object, whatever its neighbours are.
  case elementsAreIndependent = "elements are independent"
  /// Mapping a payload again leaves the counts of objects unchanged. For mappers that keep objects.
  case mappingTwiceCreatesNothingNew = "mapping twice creates nothing new"
  /// A payload that the mapper rejects leaves its store unchanged. For mappers that keep objects.
  /// Not in `standard`: many mappers keep the objects that they mapped before they threw.
  case refusedPayloadsChangeNothing = "a refused payload changes nothing"
  /// The mapper and its replacement do the same for every payload. For
  /// `expect(_:agreesWith:on:as:)`.
  case agreesWithAnotherMapper = "agrees with another mapper"
  /// For any JSON, the mapper returns a value or rejects the payload, with the same result each
  /// time.
  case anyJSONIsSurvived = "any JSON is survived"
  /// A value that is encoded and mapped again is equal. For mappers that can encode.
  case roundTrips = "it round-trips"
  /// Absent and null are different where the contract admits only one of them. Not in `standard`:
  /// for `Codable` and most mappers, they are the same.
  case distinguishesNull = "absent and null are told apart"
}

extension Law {
  /// The laws that a mapper is checked against by default.
  public static let standard: [Law] = allCases.filter {
    $0 != .refusedPayloadsChangeNothing && $0 != .distinguishesNull
  }
}

extension Law: CustomStringConvertible {
  public var description: String { rawValue }
}
