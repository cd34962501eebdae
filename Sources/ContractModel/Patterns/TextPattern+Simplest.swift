extension TextPattern {
  /// Returns the simplest matching text with a number of scalars within bounds.
  ///
  /// Shorter texts come first; among texts of the same length, the one that follows the pattern's
  /// first alternatives, with the most readable scalar of each class. If the text must be longer
  /// than the pattern requires, it is padded after the match, as far as the pattern permits.
  ///
  /// - Parameter lengths: The permitted lengths in Unicode scalars.
  /// - Returns: `nil` if no such text is found within 4,096 scalars, or two million steps.
  /// - Complexity: O(*n* · *m*), where *n* is the length of the text and *m* that of the pattern.
  public func simplestText(lengths: ClosedRange<Int>) -> String? {
    if case .found(let text) = search(lengths: lengths) { text } else { nil }
  }

  /// Returns whether no text of the lengths matches the pattern; `false` if this is not known.
  func isUnsatisfiable(lengths: ClosedRange<Int>) -> Bool {
    if case .none = search(lengths: lengths) { true } else { false }
  }

  private enum SearchResult {
    case found(String)
    case none
    case gaveUp
  }

  private static let longestText = 4_096

  private func search(lengths: ClosedRange<Int>) -> SearchResult {
    guard lengths.lowerBound <= Self.longestText else { return .gaveUp }
    var search = SimplestTextSearch(program)
    var isEverFound = false
    let longest = min(lengths.upperBound, Self.longestText)
    for length in 0...longest {
      let text = search.text
      if let text, length >= lengths.lowerBound { return .found(text) }
      isEverFound = isEverFound || text != nil
      guard length < longest else { break }
      guard search.advance() else { return search.isTooLarge ? .gaveUp : .none }
    }
    // The shortest matching text visits no state twice. If none was found so far, there is none.
    let isNowhere = !isEverFound && longest > program.instructions.count
    return longest < lengths.upperBound && !isNowhere ? .gaveUp : .none
  }
}

/// A breadth-first search over the states of a pattern: layer *n* contains the states that are
/// reachable with *n* scalars.
private struct SimplestTextSearch {
  private struct Entry {
    var scalar: Unicode.Scalar?
    /// The index of the previous entry, in the previous layer.
    var origin: Int
  }

  /// Limits the memory of a search for a long text with a large pattern.
  private static let largestEntryCount = 2_000_000

  private let program: TextPatternProgram
  private var entryCount = 0
  private var layers: [[Entry]] = []
  /// The states after the entries of the last layer; `nil` if the pattern has already matched.
  private var last: [(state: Int?, entry: Int)] = []
  /// The entry of the last layer that ends a text, if there is one.
  private var ending: Int?

  /// The scalar before and after the match, where any scalar is possible.
  private static let filler: Unicode.Scalar = "a"

  init(_ program: TextPatternProgram) {
    self.program = program
    appendLayer(before: Entry(scalar: nil, origin: 0), behind: nil, [], isAtStart: true)
  }

  /// Whether the search has taken too many steps and must be abandoned.
  var isTooLarge: Bool { entryCount > Self.largestEntryCount }

  /// The simplest text with as many scalars as there were calls of `advance`, if there is one.
  var text: String? {
    guard var entry = ending else { return nil }
    var scalars: [Unicode.Scalar] = []
    for layer in layers.reversed() {
      if let scalar = layer[entry].scalar { scalars.append(scalar) }
      entry = layer[entry].origin
    }
    return String(String.UnicodeScalarView(scalars.reversed()))
  }

  /// Continues by one scalar; returns `false` if no scalar can follow.
  mutating func advance() -> Bool {
    var found: [(instruction: Int, entry: Entry)] = []
    var behind: Entry?
    for (state, entry) in last {
      guard let state else {
        behind = behind ?? Entry(scalar: Self.filler, origin: entry)
        continue
      }
      if case .scalar(let set) = program.instructions[state], let scalar = set.simplest {
        found.append((state + 1, Entry(scalar: scalar, origin: entry)))
      }
    }
    let before = Entry(scalar: Self.filler, origin: 0)
    appendLayer(before: before, behind: behind, found, isAtStart: false)
    return !isTooLarge && (!last.isEmpty || ending != nil)
  }

  /// - Parameters:
  ///   - before: The filler before a pattern that starts only here: entry 0 of every layer, so its
  ///     origin is entry 0 of the previous layer.
  ///   - behind: The filler after a pattern that has already matched. It has precedence over other
  ///     ways to match, because a text is padded after the match.
  ///   - found: The entries that the states of the previous layer lead to.
  private mutating func appendLayer(
    before: Entry, behind: Entry?, _ found: [(instruction: Int, entry: Entry)], isAtStart: Bool
  ) {
    var layer = [before] + (behind.map { [$0] } ?? [])
    var states = TextPatternProgram.States(count: program.instructions.count)
    var ends = TextPatternProgram.States(count: program.instructions.count)
    ending = behind == nil ? nil : 1
    last = behind == nil ? [] : [(nil, 1)]
    var isFound = behind != nil
    for (instruction, entry) in [(0, nil)] + found.map({ ($0, Optional($1)) }) {
      if let entry { layer.append(entry) }
      let index = entry == nil ? 0 : layer.count - 1
      let count = states.waiting.count
      states.add(instruction, of: program, isAtStart: isAtStart, isAtEnd: false)
      ends.add(instruction, of: program, isAtStart: isAtStart, isAtEnd: true)
      last += states.waiting[count...].map { ($0, index) }
      if states.isMatched, !isFound {
        isFound = true
        last.append((nil, index))
      }
      if ends.isMatched, ending == nil { ending = index }
    }
    layers.append(layer)
    entryCount += layer.count
  }
}
