import MappingEngine

// The names that statistics show.

extension ValueKind {
  package var shownName: String { self == .real ? "number" : "\(self)" }
}

extension TextFormat {
  package var shownName: String {
    switch self {
    case .httpDate: "HTTP date"
    case .uuid: "UUID"
    case .url: "URL"
    case .integer: "digits"
    default: pattern?.text ?? "\(self)"
    }
  }
}
