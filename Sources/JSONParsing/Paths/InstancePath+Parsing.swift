/// A reason why a text is not an instance path.
public struct InstancePathError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public enum Reason: Equatable, Sendable {
    /// A member name was expected; the empty name is written `\e`.
    case missingName
    /// A backslash is followed by a character that needs no escape, or by the end of the text.
    case invalidEscape
    /// Brackets hold something other than a zero-based index in decimal digits.
    case invalidIndex
    /// A character that ends a step is followed by something other than `.` or `[`.
    case missingSeparator
  }

  /// The kind of mistake.
  public var reason: Reason
  /// The offset in Unicode scalars from the start of the text, zero-based.
  public var offset: Int

  public var description: String {
    let what =
      switch reason {
      case .missingName: "expected a member name (the empty one is written \\e)"
      case .invalidEscape: "expected one of . ? [ @ \\ e after a backslash"
      case .invalidIndex: "expected a decimal index and \"]\""
      case .missingSeparator: "expected \".\" or \"[\""
      }
    return "\(what) at character \(offset + 1)"
  }
}

extension InstancePath {
  /// Parses a path as `description` writes it, such as `friends[1].name` and `[0]`, or the empty
  /// text.
  ///
  /// - Throws: `InstancePathError` at the first invalid character.
  public init(parsing text: String) throws(InstancePathError) {
    var parser = InstancePathParser(text)
    steps = try parser.steps()
  }
}

private struct InstancePathParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  mutating func steps() throws(InstancePathError) -> [InstancePath.Step] {
    var steps: [InstancePath.Step] = []
    while let scalar = next {
      if scalar == "[" {
        position += 1
        steps.append(.element(try index()))
      } else if steps.isEmpty {
        steps.append(.member(try name()))
      } else if scalar == "." {
        position += 1
        steps.append(.member(try name()))
      } else {
        throw error(.missingSeparator)
      }
    }
    return steps
  }

  private mutating func index() throws(InstancePathError) -> Int {
    let start = position
    while let digit = next, "0"..."9" ~= digit { position += 1 }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<position])
    let isCanonical = text.count == 1 || text.first != "0"
    guard next == "]", isCanonical, let index = Int(String(text)) else {
      throw InstancePathError(reason: .invalidIndex, offset: start)
    }
    position += 1
    return index
  }

  private mutating func name() throws(InstancePathError) -> MemberName {
    let start = position
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar != ".", scalar != "[" {
      position += 1
      if scalar == "\\" { try appendEscape(to: &name) } else { name.append(scalar) }
    }
    guard position > start else { throw error(.missingName) }
    return MemberName(String(name))
  }

  private mutating func appendEscape(
    to name: inout String.UnicodeScalarView
  ) throws(InstancePathError) {
    guard let scalar = next, let meaning = PathEscape.meaning(of: scalar) else {
      throw InstancePathError(reason: .invalidEscape, offset: position - 1)
    }
    name.append(contentsOf: meaning)
    position += 1
  }

  private func error(_ reason: InstancePathError.Reason) -> InstancePathError {
    InstancePathError(reason: reason, offset: position)
  }
}
