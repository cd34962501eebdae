import ContractModel
import JSONParsing

/// Compares the lines of two maps: pairs them by their key paths, and the remaining ones by their
/// properties.
struct LineDifferences {
  /// The mapping or endpoint of the lines: `User`, `GET /users`.
  let owner: String
  let old: DiffSide
  let new: DiffSide

  func places(_ old: [PropertyLine], _ new: [PropertyLine]) -> [DiffPlace] {
    var (before, after) = (old, new)
    Self.drop(&before, &after) { $0.meaning == $1.meaning }
    var places: [DiffPlace] = []
    // First pair the lines with the same key path and property, then those with the same key path
    // or property; the rest is only on one side.
    let rules: [(PropertyLine, PropertyLine) -> Bool] = [
      { $0.source == $1.source && $0.property == $1.property }, { $0.source == $1.source },
      { $0.property != nil && $0.property == $1.property },
    ]
    for rule in rules {
      Self.drop(&before, &after) { left, right in
        guard rule(left, right) else { return false }
        places.append(place(left, right))
        return true
      }
    }
    places += before.map { place($0, nil) }
    places += after.map { place(nil, $0) }
    return places
  }

  /// Removes each pair for which a rule holds.
  private static func drop(
    _ old: inout [PropertyLine], _ new: inout [PropertyLine],
    where isPair: (PropertyLine, PropertyLine) -> Bool
  ) {
    old.removeAll { left in
      guard let position = new.firstIndex(where: { isPair(left, $0) }) else { return false }
      new.remove(at: position)
      return true
    }
  }

  private func place(_ before: PropertyLine?, _ after: PropertyLine?) -> DiffPlace {
    let texts = (before.map { text($0, old) }, after.map { text($0, new) })
    let change =
      switch texts {
      case (let old?, let new?):
        "\(old.key): \(old.value) -> " + (old.key == new.key ? "" : "\(new.key): ") + new.value
      case (let old?, nil): "removed \(old.key): \(old.value)"
      case (nil, let new?): "added \(new.key): \(new.value)"
      case (nil, nil): ""
      }
    let line = before ?? after
    let name = line?.property?.description ?? line?.source.description ?? ""
    return DiffPlace(
      .line, "\(owner).\(name)", change, old: before?.origin, new: after?.origin, oldLine: before)
  }

  func text(_ line: PropertyLine, _ side: DiffSide) -> (key: String, value: String) {
    let key = line.source.description + (line.isOptional ? "?" : "")
    let property = line.property.map { "\($0): " } ?? "_: "
    let plain = JSONWriter.text(of: property + line.value.description)
    return (JSONWriter.text(of: key), side.words(at: line.origin) ?? plain)
  }
}

extension PropertyLine {
  /// The line without the data for people, such as notes and examples, and with explicit values for
  /// the options that have defaults.
  var meaning: PropertyLine {
    var line = self
    line.options.null = nullPolicy
    line.options.missing = options.missing ?? .keep
    line.options.elements = options.elements ?? .fail
    line.options.emptyString = options.emptyString ?? .value
    line.options.assign = options.assign ?? .set
    line.options.update = options.update ?? .new
    line.options.trims = options.trims ?? false
    line.options.isConstant = options.isConstant ?? false
    (line.options.isSensitive, line.options.example) = (nil, nil)
    (line.options.note, line.options.extensions) = (nil, [])
    return line
  }
}
