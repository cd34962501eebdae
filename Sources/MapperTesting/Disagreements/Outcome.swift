import Foundation

/// The kind of value that a mapper made, as far as it distinguishes causes.
package enum Outcome: Hashable, Sendable {
  case nothing, emptyText, zero, no, emptyCollection
  /// The element is not in the collection.
  case leftOut
  /// The elements are those of the contract, in another order.
  case reordered
  /// The object is another object of the payload.
  case otherObject
  /// The property still has its old value.
  case oldValue
  case value

  init(_ found: Any) {
    guard let value = ReflectedValue(found) else {
      self = .nothing
      return
    }
    if let isTrue = value.value as? Bool {
      self = isTrue ? .value : .no
    } else if let text = value.value as? String {
      self = text.isEmpty ? .emptyText : .value
    } else if let url = value.value as? URL {
      self = url.absoluteString.isEmpty ? .emptyText : .value
    } else if Self.isZero(value.value) {
      self = .zero
    } else if let count = value.elements?.count ?? (value.isDictionary ? value.entries.count : nil)
    {
      self = count == 0 ? .emptyCollection : .value
    } else {
      self = .value
    }
  }

  private static func isZero(_ value: Any) -> Bool {
    switch value {
    case let number as any BinaryInteger: number.isZero
    case let number as any BinaryFloatingPoint: number.isZero
    case let number as Decimal: number == 0
    default: false
    }
  }
}

extension Outcome: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothing: "nil"
    case .emptyText: "\"\""
    case .zero: "0"
    case .no: "false"
    case .emptyCollection: "an empty collection"
    case .leftOut: "nothing"
    case .reordered: "another order"
    case .otherObject: "another object"
    case .oldValue: "the old value"
    case .value: "another value"
    }
  }
}

extension BinaryInteger {
  fileprivate var isZero: Bool { self == 0 }
}
