package import JSONParsing

/// The place of something in a contract file.
///
/// Two origins are always equal, because places are not part of a contract's meaning.
public struct Origin: Sendable, Hashable {
  /// The file, relative to the root folder of contracts.
  public let path: String
  /// The byte range in the file.
  public let range: Range<Int>

  /// Makes an origin from a range of bytes in a file.
  public init(path: String, range: Range<Int>) {
    self.path = path
    self.range = range
  }

  /// The origin of a contract made in code.
  public static let none = Origin(path: "", range: 0..<0)

  public static func == (left: Origin, right: Origin) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}

extension Origin {
  /// The file and the start of an origin, for identifying parts of a contract by their place.
  package struct Place: Hashable, Sendable {
    package let path: MemberName
    package let start: Int
  }

  package var place: Place { Place(path: MemberName(path), start: range.lowerBound) }
}

/// A value and the place where it was written.
public struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value.
  public var value: Value
  /// The place of the value in the contract.
  public var origin: Origin

  /// Makes a value at a place.
  public init(_ value: Value, _ origin: Origin = .none) {
    self.value = value
    self.origin = origin
  }
}
