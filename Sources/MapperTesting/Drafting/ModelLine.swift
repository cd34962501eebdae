import ContractModel
import DraftWriting
import JSONParsing

/// A line of a mapping, as a `Codable` type and trying say it.
struct ModelLine {
  var path: [MemberName]
  var isOptional: Bool
  /// `nil`: checked, not mapped.
  var property: String?
  var value: ConstrainedType
  var defaultValue: Literal?
  var notes: [String]

  /// The line as it is written.
  var drafted: DraftedLine {
    let source = SourceKeyPath(steps: path.map(SourceKeyPath.Step.segment))
    let name = property ?? "_"
    let isSpelled = path.count == 1 && name.utf8.elementsEqual(path[0].text.utf8)
    return DraftedLine(
      source: source.description + (isOptional ? "?" : ""),
      type: (isSpelled ? "" : "\(name): ") + value.description
        + (defaultValue.map { " = \($0)" } ?? ""), notes: notes.map { displayed($0) })
  }

  /// A type that reads the whole object, beside keys of it.
  static func whole(_ type: ModelType) -> ModelLine {
    ModelLine(
      path: [], isOptional: false, property: nil, value: type.constrained, notes: type.notes)
  }

  /// Whether it is always one of these properties, by which objects can be told from each other.
  func isIdentity(among names: Set<String>) -> Bool {
    guard !isOptional, !value.allowsNull, let property, names.contains(property) else {
      return false
    }
    switch value.type {
    case .scalar(let scalar): return ![.bool, .double, .float, .any].contains(scalar.name)
    default: return false
    }
  }

  /// Takes the property out.
  mutating func demote(_ note: String) {
    (property, defaultValue) = (nil, nil)
    notes.append(note)
  }
}
