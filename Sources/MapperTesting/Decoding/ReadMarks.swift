import JSONParsing

/// The marks of each value of a payload: what was done to it.
struct ReadMarks: Sendable {
  private struct Mark: OptionSet {
    let rawValue: UInt8
    /// Somebody looked whether it is there, or at its name.
    static let seen = Mark(rawValue: 1)
    /// A model got a decoder that stands at it.
    static let handed = Mark(rawValue: 2)
    /// A container of it was made.
    static let opened = Mark(rawValue: 4)
    /// It was decoded at once, with all that is in it.
    static let whole = Mark(rawValue: 8)
  }

  private var marks: [Int: Mark] = [:]

  mutating func see(_ value: JSONValue?) { mark(value, .seen) }
  mutating func hand(_ value: JSONValue?) { mark(value, .handed) }
  mutating func open(_ value: JSONValue?) { mark(value, .opened) }
  mutating func readWhole(_ value: JSONValue?) { mark(value, .whole) }

  private mutating func mark(_ value: JSONValue?, _ mark: Mark) {
    if let value { marks[value.node, default: []].insert(mark) }
  }

  /// The unread values below a place. An unopened container stands for its content.
  func neverRead(below root: DecodingPlace) -> [DecodingPlace] {
    var result: [DecodingPlace] = []
    var places = [root]
    while let place = places.popLast() {
      guard let value = place.value else { continue }
      let mark = marks[value.node] ?? []
      if mark.isEmpty || mark == .handed && !value.isChildless {
        result.append(place)
      } else if mark.contains(.opened), !mark.contains(.whole) {
        places += place.children.reversed()
      }
    }
    return result
  }
}

extension JSONValue {
  fileprivate var isChildless: Bool { elements.isEmpty && members.isEmpty }
}

extension DecodingPlace {
  fileprivate var children: [DecodingPlace] {
    guard let value else { return [] }
    return value.members.map(member)
      + zip(0..., value.elements).map { index, element in self.element(index, element) }
  }
}
