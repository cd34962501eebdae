import ContractModel
import DraftWriting
import JSONParsing

/// A line of a drafted mapping, as found by watching and trying a `Codable` type.
struct ModelLine {
  var path: [MemberName]
  var isOptional: Bool
  /// The property; `nil` if the value is checked and not mapped.
  var property: String?
  var value: ConstrainedType
  var defaultValue: Literal?
  var notes: [String]
  /// The property that is named like the key.
  var namesake: String?
  /// A value for generated payloads, and a note on other values.
  private(set) var example: (value: Literal, note: String)?

  /// Whether elements that cannot be read are left out.
  var skipsElements = false

  var drafted: DraftedLine {
    let name = property ?? "_"
    let isSpelled = path.count == 1 && name.utf8.elementsEqual(path[0].text.utf8)
    return DraftedLine(
      source: source.description + (isOptional ? "?" : ""), property: isSpelled ? nil : name,
      type: value.description + (defaultValue.map { " = \($0)" } ?? ""),
      options: (skipsElements ? [DraftedLine.Option("elements", json: DraftText.json("skip"))] : [])
        + [example.map { DraftedLine.Option("example", json: $0.value.json) }].compactMap(\.self),
      notes: (notes + [example?.note].compactMap { $0 }.filter { !notes.contains($0) })
        .map { displayed($0) })
  }

  var source: SourceKeyPath { SourceKeyPath(steps: path.map(SourceKeyPath.Step.segment)) }

  /// Returns whether the line always sets one of these properties, which can identify objects.
  func isIdentity(among names: Set<String>) -> Bool {
    guard !isOptional, !value.allowsNull, let property, names.contains(property),
      case .scalar(let scalar) = value.type
    else { return false }
    return ![.bool, .double, .float, .any].contains(scalar.name)
  }

  /// Removes the property, so that the line only checks the value.
  mutating func demote(_ note: String) {
    (property, defaultValue, example, skipsElements) = (nil, nil, nil, false)
    if !notes.contains(note) { notes.append(note) }
  }

  /// Makes generated payloads use a scalar that was seen and that the type accepts; `note` is about
  /// other values. Returns `false` if the line has an example already, or no scalar fits.
  private mutating func exemplify(
    _ note: String, _ samples: [String], _ takes: (String) -> Bool
  ) -> Bool {
    guard example == nil, let literal = samples.first(where: takes).flatMap({ Literal(json: $0) })
    else { return false }
    example = (literal, note)
    return true
  }

  /// Restricts the line to scalars that were seen and that the type accepts.
  mutating func narrow(to samples: [String], _ takes: @escaping (String) -> Bool) {
    let scalars = ModelScalars(takes: takes)
    if let type = scalars.range(value, around: samples) {
      value.constraints = type.constrained.constraints
      notes += type.notes
      return
    }
    if exemplify(Self.refusalNote, samples, takes) { return }
    example = nil
    if value.hasPattern, let text = samples.first(where: takes).flatMap(Self.text) {
      return match(text.exactPattern)
    }
    guard let type = scalars.listed(samples) else { return }
    (value.type, value.constraints) = (type.constrained.type, [])
    notes += type.notes.filter { !notes.contains($0) }
  }

  /// Restricts the line to texts of the form of one that was seen, or to that text alone. The
  /// restriction may be too strict: the type may accept texts that do not match the pattern.
  private mutating func match(_ pattern: String) {
    guard let pattern = try? TextPattern(pattern) else { return }
    value.type = .scalar(ScalarType(.string))
    value.constraints = [Located(.matches(pattern))]
    notes.removeAll { $0 == ModelScalars.listedNote }
    if !notes.contains(Self.refusalNote) { notes.append(Self.refusalNote) }
  }

  private static func text(_ json: String) -> String? {
    if case .string(let text)? = Literal(json: json) { text.text } else { nil }
  }

  private static let refusalNote = "others may be refused"

  /// Makes the line read its numbers from texts, too, if the type does; returns `false` if it does
  /// not, or if the line says so already.
  private mutating func readTexts(_ takes: @escaping (String) -> Bool) -> Bool {
    guard case .scalar(let own) = value.type, own.name.isNumber, own.coercions.isEmpty,
      case .scalar(let found) = ModelScalars(takes: takes).type.constrained.type,
      found.name.isNumber, !found.coercions.isEmpty
    else { return false }
    value.type = .scalar(ScalarType(own.name, found.coercions))
    return true
  }

  /// Makes the list leave out elements that cannot be read, or accept them all if that was refuted;
  /// returns `false` if no elements can be left out.
  private mutating func skipElements() -> Bool {
    let open = ModelType.anything("").constrained
    guard let (element, make) = value.type.elements, element != open else { return false }
    guard !skipsElements else {
      demote("the type takes what no line says")
      value.type = make(open)
      return true
    }
    var read = element
    read.allowsNull = false
    (value.type, skipsElements) = (make(read), true)
    return true
  }

  /// Changes the line so that it no longer states what a check has refuted; `samples` are values as
  /// JSON that the type accepts there.
  mutating func yield(
    to found: Disagreement, _ samples: [String], _ takes: @escaping (String) -> Bool
  ) {
    switch (found.kind, found.state) {
    case (.refuses, .absent) where isOptional: (isOptional, defaultValue) = (false, nil)
    case (.refuses, .null) where value.allowsNull: value.allowsNull = false
    case (.refuses, _): narrow(to: samples, takes)
    case (.accepts, .absent): isOptional = true
    case (.accepts, .null) where !value.allowsNull: value.allowsNull = true
    case (.accepts, _) where readTexts(takes) || skipElements(): break
    case (.accepts, _):
      if !value.isPlainText { demote("the type takes what no line says") }
      if let text = samples.compactMap(Self.text).first(where: { $0.utf8.count <= 60 }),
        !value.hasPattern
      {
        match(text.patternOfForm)
      } else {
        demote("the type takes what no line says")
        value = ModelType.anything("").constrained
      }
    default:
      guard property != nil, !exemplify("others may become another value", samples, takes)
      else { return }
      demote("becomes another value")
    }
  }
}

extension String {
  /// The pattern of the kinds of letters and digits, by position: `^[a-z]{2}-[0-9]$` for `ab-1`.
  fileprivate var patternOfForm: String {
    var parts: [(text: String, count: Int)] = []
    for scalar in unicodeScalars {
      let part =
        switch scalar {
        case "0"..."9": "[0-9]"
        case "a"..."z": "[a-z]"
        case "A"..."Z": "[A-Z]"
        default: Self.escaped(scalar)
        }
      if parts.last?.text == part {
        parts[parts.count - 1].count += 1
      } else {
        parts.append((part, 1))
      }
    }
    return "^" + parts.map { $0.count > 1 ? "\($0.text){\($0.count)}" : $0.text }.joined() + "$"
  }

  fileprivate var exactPattern: String {
    "^" + unicodeScalars.map(Self.escaped).joined() + "$"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    let isPlain = scalar.value >= 0x80 || scalar.properties.isAlphabetic || "0"..."9" ~= scalar
    return (isPlain || " -_:".unicodeScalars.contains(scalar) ? "" : "\\") + String(scalar)
  }
}

extension ValueType {
  /// The type of a list's elements, and a function that makes a list of another type.
  fileprivate var elements: (ConstrainedType, (ConstrainedType) -> ValueType)? {
    switch self {
    case .array(let element): (element, ValueType.array)
    case .set(let element): (element, ValueType.set)
    default: nil
    }
  }
}

extension ConstrainedType {
  /// Whether the property gets the text unchanged.
  fileprivate var isPlainText: Bool {
    switch type {
    case .scalar(let scalar): scalar == ScalarType(.string)
    case .literal(.string): true
    default: false
    }
  }

  fileprivate var hasPattern: Bool {
    constraints.contains { if case .matches = $0.value { true } else { false } }
  }
}
