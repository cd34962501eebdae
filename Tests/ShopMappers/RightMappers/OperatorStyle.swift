import Foundation

/// In the style of ObjectMapper: a mutable object, a map, and an operator for each line.
enum OperatorStyle {
  protocol Mappable {
    init()
    mutating func mapping(_ map: Map) throws
  }

  struct Failure: Error {
    let key: String
  }

  /// The place of a value.
  struct Map {
    let json: [String: Any]
    var key = ""

    subscript(key: String) -> Map { Map(json: json, key: key) }

    /// Returns the value at a path of keys; `nil` if the last key is absent.
    func value() throws -> Any? {
      var value: Any = json
      for name in key.split(separator: ".") {
        guard let object = value as? [String: Any] else { throw Failure(key: key) }
        guard let next = object[String(name)] else { return nil }
        value = next
      }
      return value
    }
  }

  static func object<Value: Mappable>(_ json: Any) throws -> Value {
    guard let json = json as? [String: Any] else { throw Failure(key: "") }
    var value = Value()
    try value.mapping(Map(json: json))
    return value
  }

  final class Address: Mappable {
    var street = ""
    var city = ""
    var zip: String?
    var latitude = 0.0
    var longitude = 0.0

    func mapping(_ map: Map) throws {
      try street <- map["street"]
      try city <- map["city"]
      try zip <- map["zip"]
      try latitude <- map["geo.lat"]
      try longitude <- map["geo.lng"]
    }
  }

  class Party: Mappable {
    var customerId = 0
    var name = ""

    required init() {}

    func mapping(_ map: Map) throws {
      try customerId <- map["id"]
      try name <- map["name"]
    }
  }

  /// A subclass: inherited properties are mapped as well.
  final class Customer: Party {
    var email: String?
    lazy var address = Address()

    override func mapping(_ map: Map) throws {
      try super.mapping(map)
      try email <- map["email"]
      address = try OperatorStyle.object(map["address"].value() ?? "")
    }
  }
}

infix operator <- : AssignmentPrecedence

private func <- (left: inout String, right: OperatorStyle.Map) throws {
  guard let text = try right.value() as? String else { throw OperatorStyle.Failure(key: right.key) }
  left = text
}

private func <- (left: inout String?, right: OperatorStyle.Map) throws {
  switch try right.value() {
  case nil, is NSNull: left = nil
  case let text as String: left = text
  default: throw OperatorStyle.Failure(key: right.key)
  }
}

private func <- (left: inout Int, right: OperatorStyle.Map) throws {
  guard let number = JSONNumbers.int(try right.value()) else {
    throw OperatorStyle.Failure(key: right.key)
  }
  left = number
}

private func <- (left: inout Double, right: OperatorStyle.Map) throws {
  guard let number = JSONNumbers.double(try right.value()) else {
    throw OperatorStyle.Failure(key: right.key)
  }
  left = number
}
