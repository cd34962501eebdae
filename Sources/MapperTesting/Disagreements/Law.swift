/// A statement that is true of a right mapper on every payload.
///
/// All but the first need no contract to be judged by: they compare what the mapper makes of one
/// payload with what it makes of another.
public enum Law: String, CaseIterable, Sendable {
  /// It accepts what the contract admits, rejects what it refuses, and gives each property the value
  /// that the contract says.
  case agreesWithTheContract = "agrees with the contract"
  /// Adding members that nobody maps changes nothing.
  case unknownMembersAreIgnored = "unknown members are ignored"
  /// Permuting the members of objects changes nothing.
  case memberOrderIsIrrelevant = "member order is irrelevant"
  /// An element maps to the same object, whatever its neighbours are.
  case elementsAreIndependent = "elements are independent"
  /// Objects are found again: counts stay. For mappers that keep their objects.
  case mappingTwiceCreatesNothingNew = "mapping twice creates nothing new"
  /// A payload that the mapper rejects leaves its store unchanged. For mappers that keep their
  /// objects, and only on demand: many keep what they mapped before they threw.
  case refusedPayloadsChangeNothing = "a refused payload changes nothing"
  /// The mapper and its replacement do the same on every payload. For
  /// `expect(_:agreesWith:on:as:)`.
  case agreesWithAnotherMapper = "agrees with another mapper"
  /// Whatever JSON arrives, there is a value or a refusal, and the same twice.
  case anyJSONIsSurvived = "any JSON is survived"
  /// A value that is encoded and mapped again is equal. For mappers that can encode.
  case roundTrips = "it round-trips"
  /// Absent and null are two things where the contract admits one of them alone. Only where it is
  /// asked for: to `Codable`, and to most mappers, they are one.
  case distinguishesNull = "absent and null are told apart"
}

extension Law {
  /// The laws that a mapper is held to where none are named.
  public static let standard: [Law] = allCases.filter {
    $0 != .refusedPayloadsChangeNothing && $0 != .distinguishesNull
  }
}

extension Law: CustomStringConvertible {
  public var description: String { rawValue }
}
