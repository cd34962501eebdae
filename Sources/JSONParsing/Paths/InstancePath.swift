/// The place of a value in a payload, as reports show it: `friends[1].name`.
///
/// The payload itself is the empty path. A step into an object is the member's name, and a step
/// into an array the zero-based index in brackets, so a path distinguishes `users[0]` from the
/// member `"0"` in `users.0`. In a name, the characters `.` `?` `[` `\`, and `@` at its start, are
/// escaped with a backslash; the empty name is `\e`. A contract's source key paths have the same
/// escapes.
///
/// Programs can use `pointer`.
public struct InstancePath: Hashable, Sendable {
  /// One step of a path.
  public enum Step: Hashable, Sendable {
    /// The value of a member; the last one, if several have the name.
    case member(MemberName)
    /// An element by its position, from 0.
    case element(Int)
  }

  /// The steps from the root of the payload.
  public var steps: [Step]

  /// Makes a path of steps; without steps it is the root.
  public init(_ steps: [Step] = []) { self.steps = steps }

  package init(codingPath: [any CodingKey]) {
    self.init(
      codingPath.map { key in
        key.intValue.map { .element($0) } ?? .member(MemberName(key.stringValue))
      })
  }

  /// The same place as an RFC 6901 pointer: `/friends/1/name`.
  public var pointer: JSONPointer {
    JSONPointer(
      steps.map { step in
        switch step {
        case .member(let name): name
        case .element(let index): MemberName(String(index))
        }
      })
  }

  /// Returns the path with one more step.
  public func appending(_ step: Step) -> InstancePath { InstancePath(steps + [step]) }
}

extension InstancePath: CustomStringConvertible {
  /// The path as reports show it; `init(parsing:)` parses it.
  public var description: String {
    var result = ""
    for step in steps {
      switch step {
      case .member(let name): result += (result.isEmpty ? "" : ".") + PathEscape.escaped(name)
      case .element(let index): result += "[\(index)]"
      }
    }
    return result
  }
}

extension InstancePath {
  /// The path as the end of a sentence about its value, safe to display: ` at [0].id`; empty for
  /// the root.
  package var placeText: String { steps.isEmpty ? "" : " at \(displayed(description))" }
}
