import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// Writes values of the app for people: `"a"`, `3`, `nil`, `[1, 2]`, `City(id: 2, name: "Bern")`.
///
/// The order is that of the declarations, of dictionaries that of their names; sets are in the
/// order of their elements' texts.
package struct ReflectedText: CustomStringConvertible {
  /// How much is written; of what is more, there is an ellipsis.
  private struct Limits {
    var scalars: Int
    var elements: Int
    var depth: Int
  }

  package let description: String

  /// The value in a line of 160 scalars at most.
  package init(_ value: Any) {
    self.init(value, Limits(scalars: 160, elements: 16, depth: 6))
  }

  /// All of the value, as deep as values are nested that can be compared.
  package init(complete value: Any) {
    self.init(value, Limits(scalars: .max, elements: .max, depth: 64))
  }

  private init(_ value: Any, _ limits: Limits) {
    var writer = Writer(limits: limits)
    let text = writer.text(value, depth: 0)
    guard limits.scalars < .max else {
      description = text
      return
    }
    let scalars = text.unicodeScalars
    let isCut = scalars.count > limits.scalars
    description = isCut ? String(scalars.prefix(limits.scalars)) + "…" : text
  }

  private struct Writer {
    let limits: Limits
    /// The objects around the value, since they may be in a circle.
    var open: Set<ObjectIdentifier> = []

    mutating func text(_ any: Any, depth: Int) -> String {
      guard let value = ReflectedValue(any) else { return "nil" }
      if let scalar = scalar(value.value) { return scalar }
      guard depth < limits.depth else { return "…" }
      if let elements = value.elements {
        let count = value.isSet ? elements.count : min(elements.count, limits.elements)
        let texts = elements.prefix(count).map { text($0, depth: depth + 1) }
        return list(value.isSet ? texts.sorted(by: precedes) : texts, of: elements.count)
      }
      return value.isDictionary ? dictionary(value, depth) : object(value, depth)
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
        let inner = Mirror(reflecting: value.value).children.first
        guard let inner else { return ".\(displayed(name))" }
        return ".\(displayed(name))(\(text(inner.value, depth: depth + 1)))"
      }
      let reference =
        type(of: value.value) is AnyClass ? ObjectIdentifier(value.value as AnyObject) : nil
      if let reference {
        guard open.insert(reference).inserted else { return "…" }
      }
      defer { if let reference { open.remove(reference) } }
      let parts = value.properties.prefix(limits.elements).map {
        "\(displayed($0.label)): \(text($0.value, depth: depth + 1))"
      }
      return "\(displayed(value.typeName))(\(parts.joined(separator: ", ")))"
    }

    private func scalar(_ value: Any) -> String? {
      switch value {
      case let text as String: quotedText(text)
      case let url as URL: quotedText(url.absoluteString)
      case let date as Date: Instant(date)?.description ?? "\(date.timeIntervalSince1970)"
      case let uuid as UUID: uuid.uuidString
      case let data as Data: limits.scalars < .max ? "\(data.count) bytes" : "\(Array(data))"
      case let number as any Numeric: "\(number)"
      case let decimal as Decimal: "\(decimal)"
      case let bool as Bool: "\(bool)"
      case let number as NSNumber: "\(number)"
      case let text as Substring: quotedText(String(text))
      case let character as Character: quotedText(String(character))
      default: nil
      }
    }

    private func quotedText(_ text: String) -> String {
      limits.scalars < .max ? quoted(text) : "\"\(displayed(text))\""
    }
  }
}
