/// Where a value stands in a payload, as reports say it: `friends[1].name`.
///
/// The payload itself is the empty path. A step into an object is the member's name, a step into an
/// array the zero-based index in brackets, so a path tells `users[0]` from the member `"0"` in
/// `users.0`. In a name, the characters `.` `?` `[` `\`, and `@` at its start, stand after a
/// backslash; the empty name is `\e`. These are the escapes of a contract's source key paths.
///
/// For programs there is `pointer`.
public struct InstancePath: Hashable, Sendable {
  /// One step down.
  public enum Step: Hashable, Sendable {
    /// The value of a member; of several with the name, the last.
    case member(MemberName)
    /// An element by its position, from 0.
    case element(Int)
  }

  /// The steps from the root of the payload.
  public var steps: [Step]

  /// Makes a path of steps; without one it is the root.
  public init(_ steps: [Step] = []) { self.steps = steps }

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

  /// Returns the path one step further.
  public func appending(_ step: Step) -> InstancePath { InstancePath(steps + [step]) }
}

extension InstancePath: CustomStringConvertible {
  /// The path as reports say it; `init(parsing:)` reads it back.
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
  /// The path after what is said of its place, safe to display: ` at [0].id`; empty for the root.
  package var placeText: String { steps.isEmpty ? "" : " at \(displayed(description))" }
}
