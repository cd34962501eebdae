import JSONParsing

/// The keys that a type asks its decoder for, when it decodes one payload.
struct ModelKeys {
  /// A requested key of the object, or of a container that the type opens itself.
  struct Key {
    let path: [MemberName]
    var types: [any Decodable.Type] = []
    /// The types of the elements of an array that the type reads itself.
    var elements: [any Decodable.Type] = []
    /// Whether the type reads the value in a way that no line of a contract can express: all names,
    /// or arrays position by position.
    var isOpen = false
  }

  /// The keys, in the order in which they are first asked for.
  private(set) var keys: [Key] = []
  /// The nested objects whose containers the type opens itself.
  private(set) var containers: [[MemberName]] = []
  /// The types that the whole value is read as.
  private(set) var whole: [any Decodable.Type] = []
  /// The types of the elements, if the value is an array.
  private(set) var elements: [any Decodable.Type] = []
  /// Whether the type reads the whole value in a way that no line of a contract can express.
  private(set) var isOpen = false

  init(_ record: DecodingRecord) {
    // The first reading is that of the type itself.
    for reading in record.readings where reading.parent == 0 { add(reading) }
    keys.removeAll { key in !key.isOpen && containers.contains { $0 == key.path } }
  }

  private mutating func add(_ reading: DecodingReading) {
    let type = reading.type as? any Decodable.Type
    let path = reading.path.leadingNames
    guard path.count == reading.path.steps.count else {
      let isElement = path.count + 1 == reading.path.steps.count
      return addElement(isElement ? type : nil, of: path)
    }
    switch reading.access {
    case .allKeys: addElement(nil, of: path)
    case .nestedContainer, .superDecoder: if !containers.contains(path) { containers.append(path) }
    case .nestedUnkeyedContainer: if !path.isEmpty { _ = index(of: path) }
    case .decode, .decodeIfPresent, .contains, .decodeNil:
      if !path.isEmpty {
        let index = index(of: path)
        if let type { Self.add(type, to: &keys[index].types) }
      } else if let type {
        Self.add(type, to: &whole)
      }
    }
  }

  /// - Parameter type: The type of the element; `nil` if the reading cannot be expressed by a line.
  private mutating func addElement(_ type: (any Decodable.Type)?, of path: [MemberName]) {
    if path.isEmpty {
      if let type { Self.add(type, to: &elements) } else { isOpen = true }
      return
    }
    let index = index(of: path)
    if let type { Self.add(type, to: &keys[index].elements) } else { keys[index].isOpen = true }
  }

  private mutating func index(of path: [MemberName]) -> Int {
    if let index = keys.firstIndex(where: { $0.path == path }) { return index }
    keys.append(Key(path: path))
    return keys.count - 1
  }

  private static func add(_ type: any Decodable.Type, to types: inout [any Decodable.Type]) {
    if !types.contains(where: { ObjectIdentifier($0) == ObjectIdentifier(type) }) {
      types.append(type)
    }
  }

  /// Returns whether the type asks for the same keys and types for another payload.
  func isSame(as other: ModelKeys) -> Bool {
    let ids = { (types: [any Decodable.Type]) in types.map { ObjectIdentifier($0) } }
    return keys.map(\.path) == other.keys.map(\.path)
      && keys.map { ids($0.types) } == other.keys.map { ids($0.types) }
      && ids(whole) == ids(other.whole)
  }

  subscript(path: [MemberName]) -> Key? { keys.first { $0.path == path } }
}

extension InstancePath {
  /// The names at the start of the path, before it leads into an array.
  fileprivate var leadingNames: [MemberName] {
    Array(
      steps.lazy.map { step in if case .member(let name) = step { name } else { nil } }
        .prefix { $0 != nil }.compactMap(\.self))
  }

  init(names: [MemberName]) { self.init(names.map(Step.member)) }
}
