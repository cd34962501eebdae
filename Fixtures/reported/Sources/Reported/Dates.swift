import Foundation

extension JSONDecoder {
  /// A decoder whose dates are texts that a closure reads; nil is no date.
  static func dates(_ read: @escaping @Sendable (String) -> Date?) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = read(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date: \(text)")
      }
      return date
    }
    return decoder
  }

  /// A decoder of dates of one pattern.
  static func dates(_ pattern: String, in zone: TimeZone = .gmt) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(.pattern(pattern, in: zone))
    return decoder
  }
}

extension DateFormatter {
  static func pattern(_ pattern: String, in zone: TimeZone = .gmt) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = zone
    formatter.dateFormat = pattern
    return formatter
  }
}

extension Date {
  /// With a fraction or without one, by the formatter that both systems have.
  static func byFormatter(_ text: String) -> Date? {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    if let date = formatter.date(from: text) { return date }
    formatter.formatOptions = [.withInternetDateTime]
    return formatter.date(from: text)
  }

  /// The same, by the format style.
  static func byStyle(_ text: String) -> Date? {
    let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? Date.ISO8601FormatStyle().parse(text)) ?? (try? fraction.parse(text))
  }

  /// The same, by hand: the fraction is added to the whole seconds.
  static func byHand(
    _ text: String, fraction allowed: (Substring) -> Bool = { _ in true }
  ) -> Date? {
    let pattern = /(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)/
    guard let match = text.wholeMatch(of: pattern), match.3.map(allowed) ?? true else { return nil }
    let whole = "\(match.1)T\(match.2)\(match.4.uppercased())"
    guard let date = try? Date(whole, strategy: .iso8601) else { return nil }
    return date.addingTimeInterval(match.3.flatMap { Double("0\($0)") } ?? 0)
  }
}

// MARK: - AvdLee/appstoreconnect-swift-sdk#124: a date comes with an offset and without a fraction

struct Versions: Decodable { let data: [Version] }

struct Version: Decodable {
  let id: String
  let createdDate: Date?

  enum CodingKeys: CodingKey { case id, attributes }
  struct Attributes: Decodable { let createdDate: Date? }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    createdDate = try container.decodeIfPresent(Attributes.self, forKey: .attributes)?.createdDate
  }

  private static let offset = DateFormatter.pattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ")
  private static let zulu = DateFormatter.pattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")

  static let faulty = JSONDecoder.dates { zulu.date(from: $0) ?? offset.date(from: $0) }
  static let mended = JSONDecoder.dates { Date.byFormatter($0) ?? offset.date(from: $0) }
}

// MARK: - openedx/openedx-app-ios#491, amantus-ai/vibetunnel#635: the decoder has no date strategy

struct Enrollments: Decodable { let primary: Enrollment? }

struct Enrollment: Decodable {
  let courseID: String
  let auditAccessExpires: Date?

  enum CodingKeys: String, CodingKey {
    case courseID = "course_id"
    case auditAccessExpires = "audit_access_expires"
  }
}

// MARK: - replicate/replicate-swift#58: some dates have no fraction

struct Model: Decodable {
  let name: String
  let defaultExample: Prediction?

  enum CodingKeys: String, CodingKey {
    case name
    case defaultExample = "default_example"
  }

  static let faulty = JSONDecoder.dates { text in
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate, .withFullTime, .withFractionalSeconds]
    return formatter.date(from: text)
  }
}

struct Prediction: Decodable {
  let id: String
  let startedAt: Date?

  enum CodingKeys: String, CodingKey {
    case id
    case startedAt = "started_at"
  }
}

// MARK: - supabase/supabase-swift#434: a fraction has five digits, as its last one was a zero

struct Todo: Decodable {
  let id: Int
  let createdAt: Date

  enum CodingKeys: String, CodingKey {
    case id
    case createdAt = "created_at"
  }

  static let faulty = JSONDecoder.dates { Date.byHand($0) { [4, 7].contains($0.count) } }
  static let inThrees = JSONDecoder.dates { Date.byHand($0) { $0.count % 3 == 1 } }
}

// MARK: - adamayoung/TMDb#417: the date of a film that has none yet is ""

extension Faulty {
  struct Movie: Decodable {
    let id: Int
    let title: String
    let releaseDate: Date?

    enum CodingKeys: String, CodingKey {
      case id, title
      case releaseDate = "release_date"
    }
  }
}

extension Mended {
  struct Movie: Decodable {
    let id: Int
    let title: String
    let releaseDate: Date?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Faulty.Movie.CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      title = try container.decode(String.self, forKey: .title)
      if let text = try? container.decode(String.self, forKey: .releaseDate), text.isEmpty {
        releaseDate = nil
      } else {
        releaseDate = try container.decodeIfPresent(Date.self, forKey: .releaseDate)
      }
    }
  }
}

// MARK: - woocommerce/woocommerce#22269, #11228, woocommerce-ios#1377: the dates of GMT have no zone

struct Customer: Decodable {
  let id: Int
  let created: Date
  let modified: Date?

  enum CodingKeys: String, CodingKey {
    case id
    case created = "date_created_gmt"
    case modified = "date_modified_gmt"
  }

  static func decoder(in zone: TimeZone) -> JSONDecoder {
    .dates("yyyy-MM-dd'T'HH:mm:ss", in: zone)
  }
}

// MARK: - wordpress-mobile/WordPress-iOS#17367, #4493: the best day of a site without a view is ""

private enum StatisticsKeys: String, CodingKey {
  case views
  case bestDay = "views_best_day"
  case bestTotal = "views_best_day_total"
}

extension Faulty {
  struct Statistics: Decodable {
    let views: Int
    let bestDay: Date
    let bestTotal: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: StatisticsKeys.self)
      views = try container.decode(Int.self, forKey: .views)
      bestDay = try container.decode(Date.self, forKey: .bestDay)
      bestTotal = try container.decode(Int.self, forKey: .bestTotal)
    }
  }

  /// A fix: no day is the first of 1970.
  struct StatisticsOf1970: Decodable {
    let views: Int
    let bestDay: Date
    let bestTotal: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: StatisticsKeys.self)
      views = try container.decode(Int.self, forKey: .views)
      bestDay =
        (try? container.decode(Date.self, forKey: .bestDay)) ?? Date(timeIntervalSince1970: 0)
      bestTotal = try container.decode(Int.self, forKey: .bestTotal)
    }
  }
}

extension Mended {
  struct Statistics: Decodable {
    let views: Int
    let bestDay: Date?
    let bestTotal: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: StatisticsKeys.self)
      views = try container.decode(Int.self, forKey: .views)
      bestTotal = try container.decode(Int.self, forKey: .bestTotal)
      let text = try? container.decode(String.self, forKey: .bestDay)
      bestDay = text == "" ? nil : try container.decode(Date?.self, forKey: .bestDay)
    }
  }
}
