public import JSONParsing

/// The key path a mapping reads: `a.b.c`, `users[].name`, `@parent.id`.
///
/// It starts at the representation that is being mapped, or at what a prefix names. A segment is a
/// member's name; of digits, it is an element's index where an array stands. `[]` goes on in every
/// element. `[0]` and `\0` are the segment `0` of payloads that have an array there, or an object:
/// that is for those who make payloads, and two key paths are equal without it.
public struct SourceKeyPath: Hashable, Sendable {
  /// Where a key path starts.
  public enum Base: Hashable, Sendable {
    /// At the representation being mapped.
    case representation
    /// At the object around it; this many levels up, one or more.
    case parent(levels: Int)
    /// At the representation that mapping started with.
    case root
    /// At the whole payload.
    case document
    /// At the values of the endpoint's path parameters.
    case path
    /// At the response's headers.
    case header
    /// At the request's headers, at the parameters of its query, or at the fields of the form that is
    /// its body.
    case requestHeader, requestQuery, requestForm
    /// At the JSON that is the request's body.
    case requestBody
    /// The position of the representation in its collection, zero-based. Nothing follows.
    case index
  }

  /// Whether it is about the exchange that a payload is of, and not about the payload.
  package var isOfExchange: Bool { base.isOfExchange }

  /// One step down.
  public enum Step: Hashable, Sendable {
    /// Into the member with a name, or, if it is digits and an array stands there, the element at
    /// that index.
    case segment(MemberName)
    /// Into every element.
    case fanOut
  }

  /// Where it starts.
  public var base: Base
  /// The steps from there.
  public var steps: [Step]

  /// The thing that a segment of digits leads to.
  package enum NumberKind: Sendable { case element, member }
  /// What segments of digits lead to where the contract says it, by the numbers of the steps.
  package var numberKinds: [Int: NumberKind] = [:]

  /// Makes a key path.
  public init(base: Base = .representation, steps: [Step]) {
    self.base = base
    self.steps = steps
  }

  public static func == (left: SourceKeyPath, right: SourceKeyPath) -> Bool {
    left.base == right.base && left.steps == right.steps
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(steps)
  }

  /// The representation itself.
  public static let representation = SourceKeyPath(steps: [])

  /// The last member's name, which names the property where a line does not; none if it is an
  /// index.
  public var lastName: MemberName? {
    let names = steps.compactMap { step in
      if case .segment(let name) = step { name } else { nil }
    }
    guard let name = names.last, SourceKeyPath.index(name) == nil else { return nil }
    return name
  }

  /// The index that a segment is where an array stands: digits without leading zeros.
  public static func index(_ name: MemberName) -> Int? {
    let digits = name.text.utf8
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 }), digits.count == 1 || digits.first != 0x30
    else { return nil }
    return Int(name.text)
  }
}

extension SourceKeyPath.Base {
  /// Whether it is a part of the exchange that a payload is of.
  package var isOfExchange: Bool { isOfTexts || self == .requestBody }

  /// Whether it is a part of the exchange whose values are texts, each under one name.
  package var isOfTexts: Bool {
    switch self {
    case .path, .header, .requestHeader, .requestQuery, .requestForm: true
    case .representation, .parent, .root, .document, .requestBody, .index: false
    }
  }
}

extension SourceKeyPath: CustomStringConvertible {
  /// The key path as a contract writes it.
  public var description: String {
    var parts: [String] = []
    for (number, step) in steps.enumerated() {
      switch (step, numberKinds[number]) {
      case (.segment(let name), nil): parts.append(PathEscape.escaped(name))
      case (.segment(let name), .member): parts.append("\\\(name)")
      case (.segment(let name), .element):
        if parts.isEmpty { parts = [""] }
        parts[parts.count - 1] += "[\(name)]"
      case (.fanOut, _):
        if parts.isEmpty { parts = [""] }
        parts[parts.count - 1] += "[]"
      }
    }
    let prefix =
      switch base {
      case .representation: [String]()
      case .parent(let levels): Array(repeating: "@parent", count: levels)
      case .root: ["@root"]
      case .document: ["@document"]
      case .path: ["@path"]
      case .header: ["@header"]
      case .requestHeader: ["@request", "header"]
      case .requestQuery: ["@request", "query"]
      case .requestForm: ["@request", "form"]
      case .requestBody: ["@request", "body"]
      case .index: ["@index"]
      }
    return (prefix + parts).joined(separator: ".")
  }
}
