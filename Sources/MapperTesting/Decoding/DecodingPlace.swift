import JSONParsing

/// A place in a payload at which a decoder or container stands, or to which a key leads.
struct DecodingPlace: Sendable {
  var path: InstancePath
  /// The value at the place; `nil` if there is none, or if the payload could not be parsed.
  var value: JSONValue?
  /// The innermost existing value on the way to the place: the value, or the one that lacks it.
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

  func missingMember(_ name: String) -> DecodingPlace {
    DecodingPlace(path: path.appending(.member(MemberName(name))), value: nil, nearest: nearest)
  }

  func element(_ index: Int, _ value: JSONValue?) -> DecodingPlace {
    DecodingPlace(path: path.appending(.element(index)), value: value, nearest: nearest)
  }
}
