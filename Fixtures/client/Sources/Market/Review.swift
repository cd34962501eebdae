import Foundation

struct Review: Decodable {
  struct Reply: Decodable {
    let text: String
    let createdAt: Date
  }

  let id: Int
  let author: String
  let rating: Int
  let text: String
  let createdAt: Date
  #if MENDED
    let reply: Reply?
  #else
    let reply: Reply
  #endif

  static var decoder: JSONDecoder {
    #if MENDED
      return API.decoder
    #else
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssXXXXX"
      decoder.dateDecodingStrategy = .formatted(formatter)
      return decoder
    #endif
  }
}
