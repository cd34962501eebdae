import JSONParsing

/// A dictionary with `String` keys. The decoder converts no keys of such a dictionary as long as it
/// sees the dictionary type, so each value has to be wrapped instead of the dictionary.
protocol StringKeyedDictionary: Decodable {
  associatedtype Wrapped: Decodable

  init(_ wrapped: Wrapped)
}

extension Dictionary: StringKeyedDictionary where Key == String, Value: Decodable {
  init(_ wrapped: [String: Recorded<Value>]) { self = wrapped.mapValues(\.value) }
}

/// The places of a dictionary's values, in the order in which Foundation asks for them: the order
/// of the text, with each of the members that share a name.
struct DictionaryPlaces: Sendable {
  private let dictionary: DecodingPlace
  /// The remaining members of each name; the last one stays.
  private var members: [String: ArraySlice<JSONMember>] = [:]

  init(of dictionary: DecodingPlace) {
    self.dictionary = dictionary
    for member in dictionary.value?.members.map(\.self) ?? [] {
      members[member.name.text, default: []].append(member)
    }
  }

  mutating func next(named name: String) -> DecodingPlace {
    guard let member = members[name]?.first else { return dictionary.missingMember(name) }
    if members[name, default: []].count > 1 { members[name]?.removeFirst() }
    return dictionary.member(member)
  }
}
