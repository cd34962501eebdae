import Foundation

struct Invoice: Decodable {
  let number: String
  let issuedOn: Date
  let net: Double
  let taxRate: Double
  let isPaid: Bool

  enum CodingKeys: String, CodingKey {
    case number, net
    case issuedOn = "issued_on"
    case taxRate = "tax_rate"
    case isPaid = "paid"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(String.self, forKey: .number)
    issuedOn = try container.decode(Date.self, forKey: .issuedOn)
    let net = try container.decode(Double.self, forKey: .net)
    #if MENDED
      self.net = net
    #else
      self.net = (net * 100).rounded() / 100
    #endif
    taxRate = try container.decode(Double.self, forKey: .taxRate)
    isPaid = try container.decode(Bool.self, forKey: .isPaid)
  }

  static var decoder: JSONDecoder {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd"
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(formatter)
    return decoder
  }
}
