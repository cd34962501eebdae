import Foundation

// Models with hand-written decoding.

enum AnyKeys: String, CodingKey { case id, name, city, tags, kind, value, items, more, deleted }

struct Nested: Decodable {
  var name: String
  var first: Int
  var deep: [Int] = []
  var inner: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKeys.self)
    let city = try container.nestedContainer(keyedBy: AnyKeys.self, forKey: .city)
    name = try city.decode(String.self, forKey: .name)
    var items = try container.nestedUnkeyedContainer(forKey: .items)
    first = try items.decode(Int.self)
    var list = try items.nestedUnkeyedContainer()
    while !list.isAtEnd { deep.append(try list.decode(Int.self)) }
    inner = try items.nestedContainer(keyedBy: AnyKeys.self).decode(Int.self, forKey: .id)
  }
}

/// Skips unreadable elements, like lossy arrays.
struct LossyList: Decodable {
  var towns: [Town] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let town = try? container.decode(Town.self) {
        towns.append(town)
      } else {
        _ = try container.decode(Nothing.self)
      }
    }
  }
}

/// Tries several types for one value.
enum Union: Decodable {
  case number(Int)
  case text(String)
  case town(Town)

  init(from decoder: any Decoder) throws {
    if let number = try? Int(from: decoder) {
      self = .number(number)
    } else if let text = try? decoder.singleValueContainer().decode(String.self) {
      self = .text(text)
    } else {
      self = .town(try Town(from: decoder))
    }
  }
}

/// Any JSON value, found by trying every kind.
@dynamicMemberLookup
enum AnyJSON: Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let array = try? container.decode([AnyJSON].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: AnyJSON].self))
    }
  }

  subscript(dynamicMember name: String) -> AnyJSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }
}

/// Chooses by a discriminator, and passes on its own decoder.
enum Animal: Decodable {
  case town(Town)
  case flat(Flat)

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKeys.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "town": self = .town(try Town(from: decoder))
    case "flat": self = .flat(try container.decode(Flat.self, forKey: .value))
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "No such kind.")
    }
  }
}

/// Checks for keys before it reads them, and reads one key twice.
struct Careful: Decodable {
  var isDeleted: Bool
  var name: String?
  var id: Int
  var text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKeys.self)
    isDeleted = container.contains(.deleted)
    name =
      try container.decodeNil(forKey: .name) ? nil : container.decode(String.self, forKey: .name)
    id = try container.decode(Int.self, forKey: .id)
    text = (try? container.decode(String.self, forKey: .id)) ?? "\(id)"
  }
}

/// Reads every member, whatever its name.
struct AllNames: Decodable {
  var values: [String: Int] = [:]
  var names: [String] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TextKey.self)
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      names.append(key.stringValue)
      values[key.stringValue] = try? container.decode(Int.self, forKey: key)
    }
  }
}

struct OptionalElements: Decodable {
  var values: [String] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    if let flag = try container.decodeIfPresent(Bool.self) { values.append("\(flag)") }
    if let count = try container.decodeIfPresent(Int.self) { values.append("\(count)") }
    if let town = try container.decodeIfPresent(Town.self) { values.append(town.name) }
    if try !container.decodeNil() { values.append(try container.decode(String.self)) }
    values.append("\(container.count ?? -1) \(container.currentIndex) \(container.isAtEnd)")
    values.append("\(try container.decodeIfPresent(String.self) ?? "-")")
  }
}

/// Throws its own error after it caught another one.
struct OwnError: Decodable {
  struct Refusal: Error {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKeys.self)
    do {
      _ = try container.decode(Int.self, forKey: .id)
    } catch {
      throw Refusal()
    }
  }
}

/// Keeps a container, and reads it on demand.
final class Lazy: Decodable {
  let container: KeyedDecodingContainer<AnyKeys>
  let decoder: any Decoder
  let id: Int

  init(from decoder: any Decoder) throws {
    self.decoder = decoder
    container = try decoder.container(keyedBy: AnyKeys.self)
    id = try container.decode(Int.self, forKey: .id)
  }

  var name: String? { try? container.decode(String.self, forKey: .name) }
}

struct LazyOwner: Decodable {
  var lazy: Lazy
  var name: String?
  var names: [String]

  init(from decoder: any Decoder) throws {
    lazy = try decoder.container(keyedBy: AnyKeys.self).decode(Lazy.self, forKey: .value)
    name = lazy.name
    names = try lazy.decoder.container(keyedBy: TextKey.self).allKeys.map(\.stringValue).sorted()
  }
}

/// Reads `userInfo` and the coding path.
struct Surroundings: Decodable {
  var path: [String]
  var containerPath: [String]
  var info: [String]

  init(from decoder: any Decoder) throws {
    path = decoder.codingPath.map(\.stringValue)
    containerPath = try decoder.container(keyedBy: AnyKeys.self).codingPath.map(\.stringValue)
    info = decoder.userInfo.map { "\($0.key.rawValue)=\($0.value)" }
  }
}

struct SurroundingsOwner: Decodable {
  var items: [Surroundings]
  var more: [String: Surroundings]
}
