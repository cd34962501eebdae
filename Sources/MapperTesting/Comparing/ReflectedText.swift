import ContractModel
import Foundation
package import JSONParsing

/// The text of a value of the app, for people: `"a"`, `3`, `nil`, `[1, 2]`,
/// `City(id: 2, name: "Bern")`.
///
/// Properties are in the order of their declarations, dictionaries in the order of their names, and
/// sets in the order of their elements' texts.
package struct ReflectedText: CustomStringConvertible {
  /// The most that is written; an ellipsis stands for the rest.
  private struct Limits {
    var scalars = Int.max
    var elements = Int.max
    /// The depth to which values can be compared.
    var depth = 64
    /// Whether an object is only named where another object refers to it.
    var endsAtReferences = false
    /// The names of the properties to write for an object that has any of them; `nil` for all.
    var names: Set<MemberName>?
    /// Whether the elements of arrays are sorted by their texts.
    var isInAnyOrder = false
  }

  package let description: String

  /// Creates the text on one line of at most 160 scalars.
  package init(_ value: Any) {
    self.init(value, Limits(scalars: 160, elements: 16, depth: 6))
  }

  /// Creates the complete text of a value, down to the depth to which values can be compared.
  ///
  /// - Parameters:
  ///   - names: The names of the properties to write for each object whose properties the app does
  ///     not name itself; `nil` for all.
  ///   - isInAnyOrder: Whether the order of elements means nothing.
  package init(
    complete value: Any, of names: Set<MemberName>? = nil, inAnyOrder isInAnyOrder: Bool = false
  ) {
    self.init(value, Limits(names: names, isInAnyOrder: isInAnyOrder))
  }

  /// Creates the complete text of an object; objects that it refers to are only identified.
  init(own object: Any) {
    self.init(object, Limits(endsAtReferences: true))
  }

  /// Returns the complete text of a value without parts; `nil` if it has parts.
  static func scalar(_ value: Any) -> String? {
    Writer(limits: Limits()).scalar(value)
  }

  private init(_ value: Any, _ limits: Limits) {
    var writer = Writer(limits: limits)
    let text = writer.text(value, depth: 0)
    description = limits.scalars < .max ? truncated(text, after: limits.scalars) : text
  }

  private struct Writer {
    let limits: Limits
    /// The objects around the value, which may refer to each other in cycles.
    private var open: Set<ObjectIdentifier> = []
    /// The objects that were written: an object that many refer to is written in full once.
    private var written: Set<ObjectIdentifier> = []
    /// The number of Unicode scalars written so far for values without parts.
    private var length = 0

    init(limits: Limits) { self.limits = limits }

    mutating func text(_ any: Any, depth: Int) -> String {
      guard let value = ReflectedValue(any) else { return "nil" }
      guard length <= limits.scalars else { return "…" }
      if let scalar = scalar(value.value) {
        length += scalar.unicodeScalars.count
        return scalar
      }
      guard depth < limits.depth else { return "…" }
      if let elements = value.elements {
        if value.isSet || limits.isInAnyOrder { return set(elements, depth) }
        let texts = elements.prefix(limits.elements).map { text($0, depth: depth + 1) }
        return list(texts, of: elements.count)
      }
      return value.isDictionary ? dictionary(value, depth) : object(value, depth)
    }

    /// Returns the elements' texts, sorted by their bytes. The number of scalars that an element
    /// may take does not depend on the elements before it, because their order is arbitrary.
    private mutating func set(_ elements: [Any], _ depth: Int) -> String {
      let start = length
      let known = elements.map { element in
        let isReference = ReflectedValue(element)?.reference != nil
        return (element, isReference ? Self.outline(element) : "")
      }
      let texts = known.sorted { precedes($0.1, $1.1) }.map { element, _ in
        length = start
        return text(element, depth: depth + 1)
      }
      return list(texts.sorted(by: precedes), of: elements.count)
    }

    /// Returns the text of an object's own values, without the objects that it refers to.
    private static func outline(_ any: Any) -> String {
      var writer = Writer(limits: Limits(depth: 1))
      return writer.text(any, depth: 0)
    }

    private func precedes(_ left: String, _ right: String) -> Bool {
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private func list(_ texts: [String], of count: Int) -> String {
      let shown = texts.prefix(limits.elements)
      return "[" + (shown + (shown.count < count ? ["…"] : [])).joined(separator: ", ") + "]"
    }

    private mutating func dictionary(_ value: ReflectedValue, _ depth: Int) -> String {
      let entries = value.entries
      guard !entries.isEmpty else { return "[:]" }
      let texts = entries.prefix(limits.elements).map {
        "\(quoted($0.name)): \(text($0.value, depth: depth + 1))"
      }
      return list(texts, of: entries.count)
    }

    private mutating func object(_ value: ReflectedValue, _ depth: Int) -> String {
      if let name = value.caseName {
        guard let inner = value.associated else { return ".\(displayed(name))" }
        return ".\(displayed(name))(\(text(inner, depth: depth + 1)))"
      }
      let reference = value.reference
      if let reference {
        if limits.endsAtReferences, depth > 0 { return "\(reference)" }
        guard open.insert(reference).inserted else { return "…" }
        if limits.depth > 1, !written.insert(reference).inserted, limits.scalars == .max {
          open.remove(reference)
          return Self.outline(value.readable)
        }
      }
      defer { if let reference { open.remove(reference) } }
      let properties = value.properties(called: limits.names)
      let parts = properties.prefix(limits.elements).map {
        "\(displayed($0.label)): \(text($0.value, depth: depth + 1))"
      }
      return "\(displayed(value.typeName))(\(parts.joined(separator: ", ")))"
    }

    func scalar(_ value: Any) -> String? {
      if let bool = AppBool(value) { return "\(bool.value)" }
      let isWhole = limits.scalars == .max
      return switch value {
      case let text as String: quotedText(text, isWhole: isWhole)
      case let number as any Numeric: displayed("\(number)")
      case let decimal as Decimal: "\(decimal)"
      case let number as NSNumber: "\(number)"
      case let text as Substring: quotedText(String(text), isWhole: isWhole)
      case let character as Character: quotedText(String(character), isWhole: isWhole)
      default: AppScalar(value)?.text(isWhole: isWhole)
      }
    }
  }
}
