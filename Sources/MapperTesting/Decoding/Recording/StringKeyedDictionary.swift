import JSONParsing

/// A dictionary of strings, whose keys no key strategy converts, as long as the decoder sees that
/// it is one: it has to be wrapped by its values.
protocol StringKeyedDictionary: Decodable {
  associatedtype Wrapped: Decodable

  init(_ wrapped: Wrapped)
}

extension Dictionary: StringKeyedDictionary where Key == String, Value: Decodable {
  init(_ wrapped: [String: Recorded<Value>]) { self = wrapped.mapValues(\.value) }
}

/// The places of a dictionary's values, as Foundation asks for them: in the order of the text, each
/// of the members that share a name.
struct DictionaryPlaces: Sendable {
  private let dictionary: DecodingPlace
  /// The members of each name that are still to come; the last one stays.
  private var members: [String: ArraySlice<JSONMember>] = [:]

  init(of dictionary: DecodingPlace) {
    self.dictionary = dictionary
    for member in dictionary.value?.members.map(\.self) ?? [] {
      members[member.name.text, default: []].append(member)
    }
  }

  /// The place of the next member with a name.
  mutating func next(named name: String) -> DecodingPlace {
    guard let member = members[name]?.first else { return dictionary.missingMember(name) }
    if members[name, default: []].count > 1 { members[name]?.removeFirst() }
    return dictionary.member(member)
  }
}
