import ContractModel
import Foundation
import JSONParsing
import MappingEngine

extension PropertyValue {
  /// The value that a property of a type has for this one; `nil`, if the type has no such value.
  ///
  /// - Parameter type: One without objects of mappings.
  func mapped(as type: ValueType) -> MappedValue? {
    switch (type, self) {
    case (.scalar(let scalar), _): return mapped(as: scalar.name)
    case (.literal(let literal), _): return mapped(as: literal)
    case (.union(let types), _): return types.lazy.compactMap { mapped(as: $0) }.first
    case (.array(let element), .array(let values)):
      return Self.all(values, element).map { .array(MappedCollection($0)) }
    case (.set(let element), .array(let values)):
      return Self.all(values, element).map { .set(MappedCollection($0)) }
    case (.dictionary(let element), .object(let values)):
      return Self.all(values.entries.map(\.value), element).map { mapped in
        .dictionary(zip(values.entries, mapped).map { MappedEntry(name: $0.name, value: $1) })
      }
    default: return nil
    }
  }

  private static func all(_ values: [PropertyValue], _ element: ValueRule) -> [MappedValue]? {
    let mapped = values.compactMap { value in
      value == .null && element.allowsNull ? .null : value.mapped(as: element.type)
    }
    return mapped.count == values.count ? mapped : nil
  }

  private func mapped(as literal: Literal) -> MappedValue? {
    guard let document = node.document, literal.matches(document.root) else { return nil }
    switch self {
    case .string(let text): return .string(text)
    case .bool(let bool): return .bool(bool)
    case .int(let number): return .int(Int64(number))
    case .double: return .json(JSONFragment(document.root))
    default: return nil
    }
  }

  private func mapped(as name: ScalarName) -> MappedValue? {
    switch (name, self) {
    case (.string, .string(let text)): .string(text)
    case (.bool, .bool(let bool)): .bool(bool)
    case (.int, .int), (.int8, .int), (.int16, .int), (.int32, .int), (.int64, .int): signed
    case (.uint, .int), (.uint8, .int), (.uint16, .int), (.uint32, .int), (.uint64, .int):
      unsigned
    case (.double, _): number.map { .double($0) }
    case (.float, _): number.map { .float(Float($0)) }
    case (.decimal, _): decimal
    case (.date, .date(let date)): Instant(date).map { .date($0) }
    case (.date, .string(let text)):
      Instant(iso8601: text.utf8, profile: .rfc3339).map { .date($0) }
    case (.url, .url(let url)): .url(url.absoluteString)
    case (.url, .string(let text)): .url(text)
    case (.uuid, .uuid(let uuid)): .uuid(uuid)
    case (.uuid, .string(let text)): UUID(uuidString: text).map { .uuid($0) }
    case (.data, .data(let data)): .data([UInt8](data))
    case (.any, _) where isWritable: node.document.map { .json(JSONFragment($0.root)) }
    default: nil
    }
  }

  private var signed: MappedValue? {
    if case .int(let number) = self { .int(Int64(number)) } else { nil }
  }

  private var unsigned: MappedValue? {
    if case .int(let number) = self { UInt64(exactly: number).map { .uint($0) } } else { nil }
  }

  private var number: Double? {
    switch self {
    case .int(let number): Double(exactly: number)
    case .double(let number): number.isFinite ? number : nil
    default: nil
    }
  }

  private var decimal: MappedValue? {
    switch self {
    case .int(let number): .decimal(Decimal(number))
    case .double(let number) where number.isFinite:
      Decimal(string: "\(number)").map { .decimal($0) }
    default: nil
    }
  }
}
