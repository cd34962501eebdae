import Foundation

/// Whoever is signed in. Everything is optional, as the server's versions differ.
struct Profile: Codable {
  enum Role: String, Codable {
    case buyer, seller, staff
  }

  var id: Int?
  var handle: String?
  var displayName: String?
  var avatarURL: URL?
  var about: String?
  var role: Role?
  var followerCount: Int?
  var isVerified: Bool?
  var joinedAt: Date?

  #if MENDED
    enum CodingKeys: String, CodingKey {
      case id, handle, displayName, about, role, followerCount, isVerified, joinedAt
      case avatarURL = "avatarUrl"
    }
  #endif
}
