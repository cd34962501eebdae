import JSONParsing
import MappingEngine

/// The open values of a payload: mappers may legitimately read them as other values, or reject
/// them.
///
/// - A whole number beyond 2⁵³ that is written with a point or an exponent, as in
///   `9007199254740993.0`: Foundation's readers convert it through `Double`, or reject it for an
///   integer type.
/// - A whole number below −2⁶³ whose nearest `Double` is −2⁶³: where Foundation casts it to `Int`,
///   the result is another number, such as −9223372036854775807 for −9223372036854775809.
/// - Two names of an object, or two texts of an array, that are canonically equivalent but not the
///   same: `String` considers the composed and the decomposed é equal, so a `Set<String>` or
///   `[String: Int]` of the app keeps one of the two.
/// - A name that starts with U+FEFF, where `JSONSerialization` drops that character.
struct OpenValues {
  private let paths: [InstancePath]

  init() { paths = [] }

  init(_ document: JSONDocument) { paths = document.root.openPaths(at: InstancePath()) }

  var isEmpty: Bool { paths.isEmpty }

  /// Returns whether the value at a path is open, or a value in it or around it.
  func contains(_ path: InstancePath) -> Bool {
    paths.contains { $0.steps.starts(with: path.steps) || path.steps.starts(with: $0.steps) }
  }

  func readers(in result: MappingResult) -> [MappingEvent] {
    guard !isEmpty else { return [] }
    let events = result.events.filter(\.isTerminal)
    return paths.flatMap { path in
      let around = events.filter { path.steps.starts(with: $0.path.steps) }
      let depth = around.map(\.path.steps.count).max() ?? 0
      // An object around the path does not read the value, which is an unread member.
      let nearest = around.filter { event in
        event.path.steps.count == depth
          && (event.path == path || event.value?.objectID == nil)
      }
      return nearest + events.filter { $0.path != path && $0.path.steps.starts(with: path.steps) }
    }
  }
}

extension JSONValue {
  /// Returns the paths of the open values in this value, as deep as payloads are read.
  fileprivate func openPaths(at path: InstancePath) -> [InstancePath] {
    switch kind {
    case .number: return number?.isOpen ?? false ? [path] : []
    case .array, .object:
      if hasEquivalentTexts { return [path] }
      return elements.enumerated().flatMap { $1.openPaths(at: path.appending(.element($0))) }
        + members.flatMap { $0.value.openPaths(at: path.appending(.member($0.name))) }
    case .string, .bool, .null: return []
    }
  }

  /// Whether the value has a number that is too large for `Double`, such as `1e400`.
  var hasNumberBeyondDouble: Bool {
    kind == .number
      ? number?.double.value == nil
      : elements.contains(where: \.hasNumberBeyondDouble)
        || members.contains(where: \.value.hasNumberBeyondDouble)
  }

  private var hasEquivalentTexts: Bool {
    if ReaderHabits.dropsMark,
      members.contains(where: { $0.name.text.unicodeScalars.first == "\u{FEFF}" })
    {
      return true
    }
    let texts = members.map(\.name.text) + elements.compactMap(\.string)
    // Strings are compared by canonical equivalence.
    var known: [String: String] = [:]
    return texts.contains { text in
      guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      return known.updateValue(text, forKey: text).map { !MemberName.isSame($0, text) } ?? false
    }
  }
}

extension JSONNumber {
  fileprivate var isOpen: Bool {
    guard text.utf8.contains(where: ".eE".utf8.contains) else {
      // The number is below the range of `Int64`, and equal to its minimum as a `Double`.
      return ReaderHabits.castsBelowInt64 && int64.exactValue == nil && double.value == -0x1p63
    }
    // The number is a whole number of more than 53 bits.
    return (int64.exactValue?.magnitude ?? uint64.exactValue ?? 0) > 1 << 53
  }
}
