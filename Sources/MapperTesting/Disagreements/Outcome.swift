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
  /// The property has the value of a response that is not newer than the stored object.
  case olderValue
  case value

  /// Whether the outcome depends on what a store had, and not on the payload's value.
  var isOfStore: Bool { [.oldValue, .olderValue].contains(self) }

  init(_ found: Any) {
    guard let value = ReflectedValue(found) else {
      self = .nothing
      return
    }
    switch value.value {
    case let isTrue as Bool: self = isTrue ? .value : .no
    case let text as String: self = text.isEmpty ? .emptyText : .value
    case let url as URL: self = url.absoluteString.isEmpty ? .emptyText : .value
    case let number where Self.isZero(number): self = .zero
    default: self = value.isEmptyCollection ? .emptyCollection : .value
    }
  }

  private static func isZero(_ value: Any) -> Bool {
    switch value {
    case let number as any BinaryInteger: Int(exactly: number) == 0
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
    case .olderValue: "an older value"
    case .value: "another value"
    }
  }
}
