public import JSONParsing

/// The key path that a mapping reads: `a.b.c`, `users[].name`, `@parent.id`.
///
/// A key path starts at the representation that is being mapped, or at the base that a prefix
/// names. A segment is a member's name; if it consists of digits and the value is an array, it is
/// an element's index. `[]` continues in every element. `[0]` and `\0` are the segment `0`, and
/// state whether payloads have an array or an object there. Generators of payloads use this
/// statement; the equality of key paths ignores it.
public struct SourceKeyPath: Hashable, Sendable {
  /// Where a key path starts.
  public enum Base: Hashable, Sendable {
    /// The representation that is being mapped.
    case representation
    /// The enclosing object; this many levels up, at least one.
    case parent(levels: Int)
    /// The representation at which mapping started.
    case root
    /// The whole payload.
    case document
    /// The values of the endpoint's path parameters.
    case path
    /// The response's headers.
    case header
    /// The request's headers, the parameters of its query, or the fields of the form in its body.
    case requestHeader, requestQuery, requestForm
    /// The JSON in the request's body.
    case requestBody
    /// The position of the representation in its collection, zero-based. No step follows.
    case index
  }

  /// Whether the key path reads the exchange of a payload, not the payload itself.
  package var isOfExchange: Bool { base.isOfExchange }

  /// One step of a key path.
  public enum Step: Hashable, Sendable {
    /// Into the member with the name, or, if the name consists of digits and the value is an array,
    /// into the element at that index.
    case segment(MemberName)
    /// Into every element.
    case fanOut
  }

  /// The base at which the key path starts.
  public var base: Base
  /// The steps from the base.
  public var steps: [Step]

  /// The target of a segment of digits.
  package enum NumberKind: Sendable { case element, member }
  /// The targets of segments of digits, if the contract states them, by step number.
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

  /// The last member's name, which is the property's name if a line names none; `nil` if it is an
  /// index.
  public var lastName: MemberName? {
    segmentNames.last.flatMap { Self.index($0) == nil ? $0 : nil }
  }

  /// The names of its segments, which may consist of digits.
  package var segmentNames: [MemberName] {
    steps.compactMap { if case .segment(let name) = $0 { name } else { nil } }
  }

  /// The names of its steps; `nil`, if a step leads to every element.
  package var names: [MemberName]? { steps.contains(.fanOut) ? nil : segmentNames }

  /// Returns the array index that a segment represents: digits without leading zeros.
  public static func index(_ name: MemberName) -> Int? {
    let digits = name.text.utf8
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 }), digits.count == 1 || digits.first != 0x30
    else { return nil }
    return Int(name.text)
  }
}

extension SourceKeyPath.Base {
  package var isOfExchange: Bool { isOfTexts || self == .requestBody }

  /// Whether the base is a part of the exchange that has texts by name.
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
    var text =
      switch base {
      case .representation: ""
      case .parent(let levels): Array(repeating: "@parent", count: levels).joined(separator: ".")
      case .root: "@root"
      case .document: "@document"
      case .path: "@path"
      case .header: "@header"
      case .requestHeader: "@request.header"
      case .requestQuery: "@request.query"
      case .requestForm: "@request.form"
      case .requestBody: "@request.body"
      case .index: "@index"
      }
    for (number, step) in steps.enumerated() {
      let dot = text.isEmpty ? "" : "."
      switch (step, numberKinds[number]) {
      case (.segment(let name), nil): text += dot + PathEscape.escaped(name)
      case (.segment(let name), .member): text += dot + "\\\(name)"
      case (.segment(let name), .element): text += (number == 0 ? dot : "") + "[\(name)]"
      case (.fanOut, _): text += (number == 0 ? dot : "") + "[]"
      }
    }
    return text
  }
}
