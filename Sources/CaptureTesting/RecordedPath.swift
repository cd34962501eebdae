import JSONParsing

/// A place that many bodies share: a path without the indices of arrays, and without the keys of
/// dictionaries.
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

  /// The types of decoders for the keys of dictionaries; keys of a model have the model's type.
  private static let keyTypes = ["_CodingKey", "_DictionaryCodingKey", "_JSONKey"]

  private static func step(_ key: any CodingKey) -> Step {
    if key.intValue != nil { return .element }
    let isOfDictionary = keyTypes.contains("\(type(of: key))")
    return isOfDictionary ? .anyKey : .member(MemberName(key.stringValue))
  }

  /// Returns the path with the names of another path to the same place, if there is one. A numeric
  /// key of an object is replaced by the key of a dictionary.
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
