import ContractModel
import JSONParsing

/// The result of following a key path.
enum PlainFound {
  /// The value, and the objects between the start of the key path and the value.
  case value(JSONValue, [JSONValue])
  /// A value outside of the payload: a value of the request or response, or a position.
  case elsewhere(JSONValue?)
  case missing(JSONValue, ArraySlice<SourceStep>)
  case blocked(JSONValue)
  /// The results in each element, and the outermost array of these elements.
  indirect case collected([PlainFound], JSONValue)
}

/// How far a key path has been followed.
private struct PlainWay {
  var value: JSONValue
  let scope: PlainScope
  /// Whether the key path starts at the representation, whose keys have a style.
  let isOwn: Bool
  var holders: [JSONValue] = []
  var isStart = true

  func entering(_ child: JSONValue) -> PlainWay {
    var way = self
    // The representation at the start of the path is a parent already.
    if !isStart, value.kind == .object { way.holders.append(value) }
    (way.value, way.isStart) = (child, false)
    return way
  }
}

extension PlainReader {
  /// Follows a key path (§§ 5 to 8).
  func follow(_ source: SourceKeyPath, _ scope: PlainScope) -> PlainFound {
    let steps = source.steps[...]
    switch source.base {
    case .representation: return follow(steps, from: scope.object, scope, isOwn: true)
    case .root: return follow(steps, from: root, scope, isOwn: false)
    case .document: return follow(steps, from: document.root, scope, isOwn: false)
    case .parent(let levels):
      let outer = scope.holders.count - 1 - levels
      guard outer >= 0 else { return .missing(scope.object, []) }
      return follow(steps, from: scope.holders[outer], scope, isOwn: false)
    case .index:
      let text = scope.position.map(String.init) ?? "null"
      return .elsewhere((try? JSONDocument(parsing: text))?.root)
    case .path, .header, .requestHeader, .requestQuery, .requestForm, .requestBody:
      return .missing(scope.object, [])
    }
  }

  private func follow(
    _ steps: ArraySlice<SourceStep>, from start: JSONValue, _ scope: PlainScope, isOwn: Bool
  ) -> PlainFound {
    walk(steps, PlainWay(value: start, scope: scope, isOwn: isOwn))
  }

  private func walk(_ steps: ArraySlice<SourceStep>, _ way: PlainWay) -> PlainFound {
    let value = way.value
    guard let step = steps.first else { return .value(value, way.holders) }
    let rest = steps.dropFirst()
    switch (step, value.kind) {
    case (.segment(let name), .object):
      let child = way.isOwn ? value.member(name, way.scope.settings) : value[name.text]
      return child.map { walk(rest, way.entering($0)) } ?? .missing(value, steps)
    case (.segment(let name), .array):
      if let index = SourceKeyPath.index(name) {
        return value[index].map { walk(rest, way.entering($0)) } ?? .missing(value, steps)
      }
      guard way.scope.isLenient else { return .blocked(value) }
      return collect(value, value.elements.map { walk(steps, way.entering($0)) })
    case (.fanOut, .array):
      return collect(value, value.elements.map { walk(rest, way.entering($0)) })
    default:
      let isItself =
        way.isOwn && way.scope.mapping?.takesItself == true
        && value.node == way.scope.object.node
      return isItself ? .missing(value, steps) : .blocked(value)
    }
  }

  private func collect(_ array: JSONValue, _ found: [PlainFound]) -> PlainFound {
    .collected(
      found.flatMap { one in if case .collected(let inner, _) = one { inner } else { [one] } },
      array)
  }
}

extension JSONValue {
  /// Returns the member with a name, the last one of several; if none has the exact name, the key
  /// style applies.
  func member(_ name: MemberName, _ settings: MappingSettings) -> JSONValue? {
    if let exact = self[name.text] { return exact }
    guard settings.keys ?? .exact != .exact else { return nil }
    let folding = KeyFolding(settings)
    let wanted = MemberName(folding.folded(name.text))
    return members.reversed().first { MemberName(folding.folded($0.name.text)) == wanted }?.value
  }
}
