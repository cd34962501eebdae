extension TextPattern {
  /// The simplest text that the pattern is found in, of a number of scalars within bounds.
  ///
  /// Shortest first; among texts of one length, the one along the pattern's first alternatives,
  /// each scalar the easiest to read of its class. A text that has to be longer than what the
  /// pattern needs is filled up after it where the pattern lets it.
  ///
  /// - Parameter lengths: In Unicode scalars.
  /// - Returns: `nil` if no such text is found within 4,096 scalars, or two million steps.
  /// - Complexity: O(*n* · *m*), where *n* is the length of the text and *m* that of the pattern.
  public func simplestText(lengths: ClosedRange<Int>) -> String? {
    if case .found(let text) = search(lengths: lengths) { text } else { nil }
  }

  /// Whether no text of the lengths has the pattern in it; `false` also where that was not found
  /// out.
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
    // The shortest text goes through no state twice; what was not found by then is nowhere.
    let isNowhere = !isEverFound && longest > program.instructions.count
    return longest < lengths.upperBound && !isNowhere ? .gaveUp : .none
  }
}

/// A breadth-first search over the states of a pattern: layer *n* has what is reachable by *n*
/// scalars.
private struct SimplestTextSearch {
  private struct Entry {
    var scalar: Unicode.Scalar?
    /// The index of the entry it was reached from, in the layer before.
    var origin: Int
  }

  /// Bounds the memory of a search for a long text by a large pattern.
  private static let largestEntryCount = 2_000_000

  private let program: TextPatternProgram
  private var entryCount = 0
  private var layers: [[Entry]] = []
  /// The states that entries of the last layer lead to; `nil` for a pattern found already.
  private var last: [(state: Int?, entry: Int)] = []
  /// Which entry of the last layer ends a text, if one does.
  private var ending: Int?

  /// A scalar that any place takes: what stands before or after the part that is found.
  private static let filler: Unicode.Scalar = "a"

  init(_ program: TextPatternProgram) {
    self.program = program
    appendLayer(before: Entry(scalar: nil, origin: 0), behind: nil, [], isAtStart: true)
  }

  /// Whether the search took so many steps that it has to be given up.
  var isTooLarge: Bool { entryCount > Self.largestEntryCount }

  /// The simplest text of as many scalars as there were advances, if there is one.
  var text: String? {
    guard var entry = ending else { return nil }
    var scalars: [Unicode.Scalar] = []
    for layer in layers.reversed() {
      if let scalar = layer[entry].scalar { scalars.append(scalar) }
      entry = layer[entry].origin
    }
    return String(String.UnicodeScalarView(scalars.reversed()))
  }

  /// Goes on by one scalar; `false` if nothing can follow.
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
  ///   - before: The filler before a pattern that starts only here: entry 0 of every layer, so that
  ///     its origin is entry 0 of the layer before.
  ///   - behind: The filler after a pattern that was found already. It goes before other ways to
  ///     find it, since a text is filled up behind what it has to hold.
  ///   - found: What the states of the layer before lead to.
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
