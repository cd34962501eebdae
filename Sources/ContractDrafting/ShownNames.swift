// The names that statistics show.

extension ValueKind {
  package var shownName: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .integer: "integer"
    case .real: "number"
    case .text: "text"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension TextFormat {
  package var shownName: String {
    switch self {
    case .iso8601: "iso8601"
    case .day: "yyyy-MM-dd"
    case .dateAndTime: "yyyy-MM-dd HH:mm:ss"
    case .httpDate: "HTTP date"
    case .offsetDate: "yyyy-MM-dd'T'HH:mm:ssZ"
    case .offsetDateWithMilliseconds: "yyyy-MM-dd'T'HH:mm:ss.SSSZ"
    case .uuid: "UUID"
    case .url: "URL"
    case .integer: "digits"
    case .decimal: "decimal"
    case .empty: "empty"
    }
  }
}
