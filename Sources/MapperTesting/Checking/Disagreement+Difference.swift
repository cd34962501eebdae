import ContractModel
import JSONParsing

extension Disagreement {
  init(_ difference: ValueDifference) {
    let path = displayed(difference.path.description)
    let isCount = difference.kind == .count
    let place = isCount || path.isEmpty ? "" : "\(path) = "
    self.init(
      kind: isCount ? .count : .differs, line: difference.line, path: difference.path,
      contract: place + difference.expected, mapper: place + difference.found,
      hint: difference.hint, payloads: [])
    (state, outcome) = (difference.state, difference.outcome)
    otherLines = difference.otherLines
    if let other = difference.otherPath {
      hint = "that is what \(other.steps.isEmpty ? "the payload" : displayed(other.description)) is"
    }
    (isDefault, isBareCase) = (difference.isDefault, difference.isBareCase)
    detail = difference.line.map { "\($0.value.type)" } ?? ""
    if case .variant(let variant) = difference.kind {
      (kind, mapping, origin) = (.variant, variant.mapping, variant.origin)
      variantType = variant.expected
      let names = [variant.found, variant.expected].map { withArticle(displayed($0.text)) }
      detail = "\(names[0]) of \(names[1])"
    }
    if case .noProperty(let type, let nearest) = difference.kind,
      case .member(let member)? = difference.path.steps.last
    {
      let name = member.text
      (kind, detail) = (.noProperty, "")
      mapper = "\(displayed(type)) has no property \(quoted(name))"
      let named =
        nearest.map {
          "did you mean \(quoted($0))? if so, say named: [\(quoted(name)): \(quoted($0))]"
        }
        ?? "where the app calls it otherwise, say named: [\(quoted(name)): …]"
      let path = "\\\(displayed(type)).\(displayed(name))"
      // No key path leads into a tuple, and a tuple has no computed properties.
      let computed =
        type.hasPrefix("(")
        ? "" : "Mirror shows no computed property: say .reading([\(quoted(name)): \(path)]); "
      hint =
        "\(named); \(computed)not read by the app? write \(quoted("_:")), or leave the line out"
    }
  }
}
