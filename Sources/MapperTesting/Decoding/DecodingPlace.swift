import JSONParsing

/// A place in a payload that a decoder or container stands at, or that a key leads to.
struct DecodingPlace: Sendable {
  var path: InstancePath
  /// The value that stands there; `nil` if none does, or if the payload could not be parsed.
  var value: JSONValue?
  /// The innermost value on the way here: this one, or what it is missing in.
  var nearest: JSONValue?

  init(path: InstancePath, value: JSONValue?, nearest: JSONValue?) {
    self.path = path
    self.value = value
    self.nearest = value ?? nearest
  }

  static func root(_ document: JSONDocument?) -> DecodingPlace {
    DecodingPlace(path: InstancePath(), value: document?.root, nearest: nil)
  }

  func member(_ member: JSONMember) -> DecodingPlace {
    DecodingPlace(path: path.appending(.member(member.name)), value: member.value, nearest: nil)
  }

  /// The place of a missing member.
  func missingMember(_ name: String) -> DecodingPlace {
    DecodingPlace(path: path.appending(.member(MemberName(name))), value: nil, nearest: nearest)
  }

  func element(_ index: Int, _ value: JSONValue?) -> DecodingPlace {
    DecodingPlace(path: path.appending(.element(index)), value: value, nearest: nearest)
  }
}
