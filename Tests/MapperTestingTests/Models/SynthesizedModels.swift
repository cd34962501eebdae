import Foundation

// Models with synthesized decoding.

struct Flat: Decodable {
  var id: Int
  var name: String
  var isAdmin: Bool
  var score: Double
}

struct Optionals: Decodable {
  var id: Int?
  var name: String?
  var city: Town?
  var tags: [String]?
  var doubled: Int??
}

struct Town: Decodable {
  var id: Int
  var name: String
}

struct Renamed: Decodable {
  var userID: Int
  var city: Town

  enum CodingKeys: String, CodingKey {
    case userID = "id"
    case city = "home_town"
  }
}

struct Integers: Decodable {
  var i8: Int8
  var i16: Int16
  var i32: Int32
  var i64: Int64
  var u: UInt
  var u8: UInt8
  var u16: UInt16
  var u32: UInt32
  var u64: UInt64
}

struct OptionalNumbers: Decodable {
  var b: Bool?
  var f: Float?
  var d: Double?
  var i8: Int8?
  var i16: Int16?
  var i32: Int32?
  var i64: Int64?
  var u: UInt?
  var u8: UInt8?
  var u16: UInt16?
  var u32: UInt32?
  var u64: UInt64?
}

@available(macOS 15, iOS 18, *)
struct WideIntegers: Decodable {
  var i128: Swift.Int128
  var u128: Swift.UInt128
  var maybeI128: Swift.Int128?
  var maybeU128: Swift.UInt128?
  var list: [Swift.Int128]
}

struct FoundationValues: Decodable {
  var date: Date
  var url: URL
  var data: Data
  var price: Decimal
  var id: UUID
  var later: Date?
  var dates: [Date]
  var byName: [String: Date]
  var range: Range<Int>
  var locale: Locale
}

struct Collections: Decodable {
  var towns: [Town]
  var grid: [[Int]]
  var holes: [Int?]
  var unique: Set<String>
  var maybe: [Town?]?
  var slice: ContiguousArray<Int>
}

struct Recursive: Decodable {
  var id: Int
  var friends: [Recursive]?
  var byName: [String: Recursive]?
}

enum Colour: String, Decodable { case red, green }
enum Level: Int, Decodable {
  case low = 1
  case high
}

struct Enumerations: Decodable {
  var colour: Colour
  var level: Level?
  var colours: [Colour]
}

/// Cases with labels, without labels, and without values.
enum Shape: Decodable {
  case circle(radius: Double)
  case pair(Int, Town?)
  case point
}

struct Generic<Item: Decodable, Other: Decodable>: Decodable {
  var item: Item
  var other: Other?
  var all: [Item]
}

struct Nothing: Decodable {}
struct WithNothing: Decodable {
  var id: Int
  var meta: Nothing
}

struct Defaults: Decodable {
  var id = 5
  let kind: String? = nil
  var count: Int? = 7
  enum CodingKeys: CodingKey { case id, count }
}

struct SnakeUser: Decodable {
  var userId: Int
  var firstName: String?
  var pictureUrl: String?
  var pictureURL: String?
  var homeTown: Town?
  var extra: [String: Int]?
}

struct FooBar: Decodable { var fooBar: Int }
