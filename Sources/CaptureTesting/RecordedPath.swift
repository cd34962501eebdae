import JSONParsing

/// A place that many bodies have: without the indices of arrays, and the keys of dictionaries.
struct RecordedPath: Hashable, CustomStringConvertible {
  enum Step: Hashable {
    case member(MemberName)
    /// Any element of an array.
    case element
    /// Any key of a dictionary.
    case anyKey
  }

  var steps: [Step] = []

  init() {}

  init(_ path: InstancePath) {
    steps = path.steps.map { step in
      if case .member(let name) = step { .member(name) } else { .element }
    }
  }

  init(_ codingPath: [any CodingKey]) { steps = codingPath.map(Self.step) }

  /// For a dictionary's keys, decoders have a type of their own; those of a model have its.
  private static let keyTypes = ["_CodingKey", "_DictionaryCodingKey", "_JSONKey"]

  private static func step(_ key: any CodingKey) -> Step {
    if key.intValue != nil { return .element }
    let isOfDictionary = keyTypes.contains("\(type(of: key))")
    return isOfDictionary ? .anyKey : .member(MemberName(key.stringValue))
  }

  /// Returns the path with the names of another one that leads to the same place, if it does. What has
  /// a number there and is no element has it as its key.
  func spelt(as other: RecordedPath) -> RecordedPath {
    guard other.steps.count == steps.count else { return self }
    var path = self
    path.steps = zip(steps, other.steps).map { own, found in
      own == .anyKey || own == .element && found != .element ? .anyKey : found
    }
    return path
  }

  /// `[].owner.login`, safe to display.
  var description: String {
    let text = steps.reduce(into: "") { text, step in
      let dot = text.isEmpty ? "" : "."
      switch step {
      case .element: text += "[]"
      case .anyKey: text += dot + "*"
      case .member(let name): text += dot + InstancePath([.member(name)]).description
      }
    }
    return displayed(text)
  }
}
