struct Avatar: Decodable {
  let remoteId: Int
  let fileUrlString: String

  enum CodingKeys: String, CodingKey {
    case remoteId = "id"
    case fileUrlString = "file_url"
  }
}
