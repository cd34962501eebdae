import Foundation

/// The types that the app's decoder reads itself: it must see them bare, since its strategies apply
/// to them, and nothing inside of them is a reading of its own.
enum DecodingLeaf {
  private static let types: Set<ObjectIdentifier> = [
    id(Date.self), id(Data.self), id(URL.self), id(Decimal.self), id(UUID.self),
    id(Bool.self), id(String.self), id(Double.self), id(Float.self),
    id(Int.self), id(Int8.self), id(Int16.self), id(Int32.self), id(Int64.self), id(Int128.self),
    id(UInt.self), id(UInt8.self), id(UInt16.self), id(UInt32.self), id(UInt64.self),
    id(UInt128.self),
  ]

  private static func id(_ type: any Any.Type) -> ObjectIdentifier { ObjectIdentifier(type) }

  static func contains(_ type: any Any.Type) -> Bool { types.contains(id(type)) }
}
