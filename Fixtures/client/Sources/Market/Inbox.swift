import Foundation

struct Message: Codable, Sendable {
  let id: Int
  var subject: String
  var body: String?
  var isUnread: Bool

  enum CodingKeys: String, CodingKey {
    case id, subject, body
    case isUnread = "unread"
  }
}

/// Keeps the messages, of which the server sends the newest again and again.
actor Inbox {
  private(set) var messages: [Message] = []

  func load(_ data: Data) throws {
    for message in try JSONDecoder().decode([Message].self, from: data) {
      if let index = messages.firstIndex(where: { $0.id == message.id }) {
        messages[index] = message
      } else {
        messages.append(message)
      }
    }
  }
}
