package import JSONParsing

/// Where in a contract file something was written.
///
/// Two origins are always equal: where a contract says something is not part of what it says.
public struct Origin: Sendable, Hashable {
  /// The file, relative to the root that contracts are looked for below.
  public let path: String
  /// The bytes of the file.
  public let range: Range<Int>

  /// Makes an origin of a range of bytes of a file.
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
  /// The file and the byte at which something starts, for what is distinguished by where it stands.
  package struct Place: Hashable, Sendable {
    package let path: MemberName
    package let start: Int
  }

  package var place: Place { Place(path: MemberName(path), start: range.lowerBound) }
}

/// Something and where it was written.
public struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value.
  public var value: Value
  /// Its place in the contract.
  public var origin: Origin

  /// Makes a value at a place.
  public init(_ value: Value, _ origin: Origin = .none) {
    self.value = value
    self.origin = origin
  }
}
