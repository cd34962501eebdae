import Foundation

extension JSONDecoder {
  /// The decoder of all responses.
  public static var forge: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}

/// Loads issues for the app.
public actor IssueImporter {
  public init() {}

  public func load(_ data: Data) throws -> [Issue] {
    try JSONDecoder.forge.decode([Issue].self, from: data)
  }
}
