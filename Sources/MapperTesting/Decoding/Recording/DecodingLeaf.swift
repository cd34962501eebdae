import Foundation

/// The types that the app's decoder reads itself. It must get them unwrapped, since its strategies
/// apply to them, and their insides are not readings of their own.
enum DecodingLeaf {
  private static let ids = Set((types + wideTypes + AppScalar.types).map(ObjectIdentifier.init))

  private static let types: [any Any.Type] = [
    Bool.self, String.self, Double.self, Float.self, Decimal.self,
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
  ]

  /// The standard library's integers of 128 bits, where the system has them.
  private static var wideTypes: [any Any.Type] {
    guard #available(macOS 15, iOS 18, *) else { return [] }
    return [Swift.Int128.self, Swift.UInt128.self]
  }

  static func isWide(_ type: any Any.Type) -> Bool { wideTypes.contains { $0 == type } }

  static func contains(_ type: any Any.Type) -> Bool { ids.contains(ObjectIdentifier(type)) }
}
