import Foundation

// Names that modules behind ContractTesting have, too.

struct Mapper {
  func avatars(in data: Data) throws -> [Avatar] {
    try JSONDecoder().decode([Avatar].self, from: data)
  }
}

struct Endpoint {
  var path: String
}

struct Violation: Error {
  var endpoint: Endpoint
}
