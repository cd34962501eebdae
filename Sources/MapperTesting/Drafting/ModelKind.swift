import ContractModel
import Foundation
import JSONParsing

/// The kind of a type, as far as it is known before anything is decoded.
enum ModelKind {
  /// A type that the app's decoder reads itself.
  case leaf
  case optional(any Decodable.Type)
  case list(any Decodable.Type)
  case set(any Decodable.Type)
  /// A dictionary with text keys.
  case dictionary(any Decodable.Type)
  /// An enumeration that lists its cases, with the raw values of the cases.
  case choice([Literal])
  /// A type whose readings have to be watched.
  case model

  init(_ type: any Decodable.Type) {
    if DecodingLeaf.contains(type) {
      self = .leaf
    } else if let generic = type as? any GenericModel.Type, let kind = generic.kind {
      self = kind
    } else if let values = (type as? any CaseIterable.Type).map({ Self.rawValues($0) }),
      !values.isEmpty
    {
      self = .choice(values)
    } else {
      self = .model
    }
  }

  private static func rawValues<Model: CaseIterable>(_ type: Model.Type) -> [Literal] {
    type.allCases.compactMap { value in
      (value as? any RawRepresentable).flatMap { literal($0.rawValue) }
    }
  }

  /// Returns a scalar of the app, or its raw value, as a literal of a contract.
  static func literal(_ value: Any) -> Literal? {
    switch value {
    case let text as String: .string(MemberName(text))
    case let bool as Bool where type(of: value) == Bool.self: .bool(bool)
    case let number as any BinaryInteger: JSONNumber("\(number)").map(Literal.number)
    case let number as any BinaryFloatingPoint: JSONNumber("\(number)").map(Literal.number)
    case let number as Decimal: JSONNumber("\(number)").map(Literal.number)
    case let raw as any RawRepresentable: literal(raw.rawValue)
    default: nil
    }
  }
}

/// A generic type of the standard library whose JSON depends on the types that it is generic over.
private protocol GenericModel {
  static var kind: ModelKind? { get }
}

extension Optional: GenericModel {
  fileprivate static var kind: ModelKind? { ModelKind.of(Wrapped.self) { .optional($0) } }
}

extension Array: GenericModel {
  fileprivate static var kind: ModelKind? { ModelKind.of(Element.self) { .list($0) } }
}

extension ContiguousArray: GenericModel {
  fileprivate static var kind: ModelKind? { ModelKind.of(Element.self) { .list($0) } }
}

extension Set: GenericModel {
  fileprivate static var kind: ModelKind? { ModelKind.of(Element.self) { .set($0) } }
}

extension Dictionary: GenericModel {
  fileprivate static var kind: ModelKind? {
    Key.self == String.self ? ModelKind.of(Value.self) { .dictionary($0) } : nil
  }
}

extension ModelKind {
  /// - Returns: `nil` if the type cannot be decoded.
  fileprivate static func of(
    _ type: Any.Type, _ make: (any Decodable.Type) -> ModelKind
  ) -> ModelKind? {
    (type as? any Decodable.Type).map(make)
  }
}
