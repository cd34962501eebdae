import Foundation

public struct User: Decodable, Sendable {
  public var id: Int
  public var login: String
  public var type: Kind
  public var createdAt: Date

  public enum Kind: String, Decodable, Sendable {
    case user = "User"
    #if MENDED
      case bot = "Bot"
    #else
      // The third fault: there are bots.
    #endif
  }
}

public struct Repository: Decodable, Sendable {
  public var id: Int
  public var fullName: String
  #if MENDED
    public var description: String?
  #else
    /// The first fault: the API sends null for a repository without one.
    public var description: String
  #endif
  public var owner: Owner

  public struct Owner: Decodable, Sendable {
    public var id: Int
    #if MENDED
      public var siteAdmin: Bool?
    #else
      /// The second: it is left out of some responses.
      public var siteAdmin: Bool
    #endif
  }
}

public struct Issue: Decodable, Sendable {
  public var number: Int
  public var title: String
  public var labels: [Label]
}

public struct Label: Decodable, Sendable {
  public var name: String
  public var color: String
}
