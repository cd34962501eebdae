public import JSONParsing

/// The numbers between two bounds, both included: `-90...90`, `1...`, `...-5`, `7`.
public struct NumberRange: Hashable, Sendable, CustomStringConvertible {
  /// The lower bound, which is in the range; `nil`, if there is none.
  public var lower: JSONNumber?
  /// The upper bound, which is in the range; `nil`, if there is none.
  public var upper: JSONNumber?
  /// Whether the range was written as one number: `7`, not `7...7`.
  var isSingle = false

  /// Makes a range that includes its bounds.
  public init(lower: JSONNumber?, upper: JSONNumber?) {
    self.lower = lower
    self.upper = upper
  }

  /// Makes a range of one number.
  public init(_ number: JSONNumber) {
    (lower, upper, isSingle) = (number, number, true)
  }

  /// Returns whether a number is in the range, compared by exact value.
  public func contains(_ number: JSONNumber) -> Bool {
    if let lower, number.isLess(than: lower) { return false }
    if let upper, upper.isLess(than: number) { return false }
    return true
  }

  public var description: String {
    if isSingle, let lower { return lower.text }
    return "\(lower?.text ?? "")...\(upper?.text ?? "")"
  }
}

/// The counts between two bounds, both included: of elements, or of a text's Unicode scalars.
public struct CountRange: Hashable, Sendable {
  /// The lower bound.
  public var lower: Int
  /// The upper bound; `nil`, if there is none.
  public var upper: Int?

  /// Makes a range that includes its bounds.
  public init(lower: Int, upper: Int?) {
    self.lower = lower
    self.upper = upper
  }

  /// Whether a number is in the range.
  public func contains(_ count: Int) -> Bool { count >= lower && count <= upper ?? .max }
}
