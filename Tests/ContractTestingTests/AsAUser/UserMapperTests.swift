import ContractTesting
import Foundation
import Testing

/// A user with its nested objects, mapped by hand over dictionaries.
private struct User {
  var userId: Int
  var firstName: String
  var lastName: String
  var city: City?
  var location: Location?
  var profession: Profession?
}

private struct City {
  var cityId: Int
  var name: String
}

private struct Location {
  var latitude: Double
  var longitude: Double
}

private struct Profession {
  var professionId: Int
  var name: String
}

private struct NotMapped: Error, CustomStringConvertible {
  let key: String
  var description: String { "\(key) is not what it should be" }
}

/// Reads members strictly: it distinguishes an absent member from a null.
private struct Reader {
  let members: [String: Any]

  init(_ json: Any?, _ key: String) throws {
    guard let members = json as? [String: Any] else { throw NotMapped(key: key) }
    self.members = members
  }

  func text(_ key: String) throws -> String {
    guard let text = members[key] as? String else { throw NotMapped(key: key) }
    return text
  }

  func int(_ key: String) throws -> Int {
    guard let number = members[key] as? NSNumber, !isBool(number),
      let int = Int(number.stringValue) ?? whole(number)
    else { throw NotMapped(key: key) }
    return int
  }

  /// Reads a number from a text.
  func double(_ key: String) throws -> Double {
    let text = try text(key)
    guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil,
      let double = Double(text), double.isFinite
    else { throw NotMapped(key: key) }
    return double
  }

  func object<Value>(_ key: String, _ make: (Reader) throws -> Value) throws -> Value? {
    guard let json = members[key], !(json is NSNull) else { return nil }
    return try make(Reader(json, key))
  }

  private func isBool(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }

  private func whole(_ number: NSNumber) -> Int? { Int(exactly: number.doubleValue) }
}

extension User {
  init(_ json: Any, city: (Reader) throws -> City) throws {
    let user = try Reader(Reader(json, "the payload").members["user"], "user")
    userId = try user.int("id")
    firstName = try user.text("firstname")
    lastName = try user.text("lastname")
    self.city = try user.object("city", city)
    location = try user.object("location") {
      Location(latitude: try $0.double("latitude"), longitude: try $0.double("longitude"))
    }
    profession = try user.object("profession") {
      Profession(professionId: try $0.int("id"), name: try $0.text("name"))
    }
  }

  fileprivate static var mapper: MapperUnderTest {
    .mappingJSON { json in
      try User(json) { City(cityId: try $0.int("id"), name: try $0.text("name")) }
    }
  }

  /// Reads the user's name as the city's.
  fileprivate static var brokenMapper: MapperUnderTest {
    .mappingJSON { json in
      let user = try Reader(Reader(json, "the payload").members["user"], "user")
      return try User(json) { city in
        _ = try city.text("name")
        return City(cityId: try city.int("id"), name: try user.text("lastname"))
      }
    }
  }
}

@Suite("A user with a nested city, by hand")
struct UserMapperTests {
  @Test("The mapper keeps the contract")
  func keepsContract() throws {
    try expect(User.mapper, keeps: Contract("groups"), as: "user: User")
  }

  @Test("The city is mapped with its id and name")
  func city() throws {
    let test = try MappingTest(
      Contract("groups"), as: "user: User", fixture: "user.json", mapper: User.mapper)
    test.expect("user.city.id", to: "cityId", value: 2)
    test.expect("user.city.name", to: "name", value: "New New-York")
    test.expect("user.location.latitude", to: "latitude", value: 40.773389)
    test.expectObjects("City", count: 1)
    test.verify()
  }

  @Test("Changing the value of the right key shows that a name is read from another key")
  func brokenCity() throws {
    let contract = try Contract("groups")
    let same = #"{"user":{"id":1,"firstname":"a","lastname":"b","city":{"id":2,"name":"b"}}}"#
    let test = try MappingTest(
      contract, as: "user: User", payload: same, mapper: User.brokenMapper)
    test.expect("user.city.name", to: "name", value: "b")
    #expect(
      test.violations().map(\.message) == [
        #"""
        expected to map "user.city.name" to "name" with the value "b": name stays "b" when it is changed, so it comes from elsewhere
        """#
      ])

    let all = try MapperTest(User.brokenMapper, keeps: contract, as: "user: User")
    #expect(
      all.violations().map(\.description) == [
        #"""
        City makes another value of name
          in        Contracts/groups.contract.json:31:85  "name": "name: String"
          when      the payload is valid
          payload   {"user":{"id":1,"firstname":"a","lastname":"b","city":{"id":1,"name":"c"},"location":{"latitude":"10","longitude":"11"},"profession":{"id":1,"name":"d"}}}
          contract  user.city.name = "c"
          mapper    user.city.name = "b"
          hint      that is what user.lastName is
          also      on 194 other payloads
        """#
      ])
  }
}
