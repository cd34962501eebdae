import JSONParsing

/// Marks on the values of a payload that say how each was read.
struct ReadMarks: Sendable {
  private struct Mark: OptionSet {
    let rawValue: UInt8
    /// The model checked whether the value exists, or looked at its name.
    static let seen = Mark(rawValue: 1)
    /// The model got a decoder that stands at the value.
    static let handed = Mark(rawValue: 2)
    /// The model made a container of the value.
    static let opened = Mark(rawValue: 4)
    /// The value was decoded at once, with everything in it.
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

  /// Returns the unread values below a place. An unopened container stands for its content.
  func neverRead(below root: DecodingPlace) -> [DecodingPlace] {
    var result: [DecodingPlace] = []
    var places = [root]
    while let place = places.popLast() {
      guard let value = place.value else { continue }
      let mark = marks[value.node] ?? []
      let isChildless = value.elements.isEmpty && value.members.isEmpty
      if mark.isEmpty || mark == .handed && !isChildless {
        result.append(place)
      } else if mark.contains(.opened), !mark.contains(.whole) {
        places += place.children.reversed()
      }
    }
    return result
  }
}

extension DecodingPlace {
  fileprivate var children: [DecodingPlace] {
    guard let value else { return [] }
    return value.members.map(member)
      + zip(0..., value.elements).map { index, element in self.element(index, element) }
  }
}
