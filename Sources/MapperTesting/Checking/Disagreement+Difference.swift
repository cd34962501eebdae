import ContractModel
import JSONParsing

extension Disagreement {
  /// Creates the disagreement that a property has another value.
  ///
  /// - Parameters:
  ///   - path: The path of the property in the result: `[0].city.name`.
  ///   - expected: The contract's value, as a text that is safe to display.
  ///   - found: The app's value, as a text that is safe to display.
  init(
    at path: InstancePath, _ line: PropertyLine?, _ expected: String, _ found: String,
    hint: String? = nil, state: ValueState = .value, outcome: Outcome = .value
  ) {
    let text = displayed(path.description)
    let place = text.isEmpty ? "" : "\(text) = "
    self.init(
      kind: .differs, line: line, path: path, contract: place + expected, mapper: place + found,
      hint: hint, payloads: [])
    (self.state, self.outcome) = (state, outcome)
    detail = line.map { "\($0.value.type)" } ?? ""
  }

  init(_ variant: VariantDifference, at path: InstancePath, _ expected: String, _ found: String) {
    self.init(at: path, nil, expected, found)
    (kind, mapping, origin) = (.variant, variant.mapping, variant.origin)
    variantType = variant.expected
    let names = [variant.found, variant.expected].map { withArticle(displayed($0.text)) }
    detail = "\(names[0]) of \(names[1])"
  }

  /// Creates the disagreement that the app's type has no property of the last name of the path.
  init(
    at path: InstancePath, _ line: PropertyLine?, _ expected: String, lackedBy type: String,
    nearest: String?
  ) {
    self.init(at: path, line, expected, "")
    guard case .member(let member)? = path.steps.last else { return }
    let name = member.text
    (kind, detail) = (.noProperty, "")
    mapper = "\(displayed(type)) has no property \(quoted(name))"
    let named =
      nearest.map {
        "did you mean \(quoted($0))? if so, say named: [\(quoted(name)): \(quoted($0))]"
      }
      ?? "where the app calls it otherwise, say named: [\(quoted(name)): …]"
    let keyPath = "\\\(displayed(type)).\(displayed(name))"
    // No key path leads into a tuple, and a tuple has no computed properties.
    let computed =
      type.hasPrefix("(")
      ? "" : "Mirror shows no computed property: say .reading([\(quoted(name)): \(keyPath)]); "
    hint =
      "\(named); \(computed)not read by the app? write \(quoted("_:")), or leave the line out"
  }
}
