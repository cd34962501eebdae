extension TextPattern {
  /// The simplest text that the pattern is found in, of a number of scalars within bounds.
  ///
  /// Shortest first; among texts of one length, the one along the pattern's first alternatives,
  /// each scalar the easiest to read of its class. A text that has to be longer than what the
  /// pattern needs is filled up behind it where the pattern lets it.
  ///
  /// - Parameter lengths: In Unicode scalars.
  /// - Returns: `nil` if no such text is found within 4,096 scalars.
  /// - Complexity: O(*n* · *m*), where *n* is the length of the text and *m* that of the pattern.
  public func simplestText(lengths: ClosedRange<Int>) -> String? {
    var search = SimplestTextSearch(program)
    let longest = min(lengths.upperBound, 4_096)
    for length in 0...max(0, longest) {
      if length >= lengths.lowerBound, let text = search.text { return text }
      guard length < longest, search.advance() else { return nil }
    }
    return nil
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

  private let program: TextPatternProgram
  private var layers: [[Entry]] = []
  /// What the entries of the last layer lead to: a state, or `nil` for a pattern found already.
  private var last: [(state: Int?, entry: Int)] = []
  /// Which entry of the last layer ends a text, if one does.
  private var ending: Int?

  /// A scalar that any place takes: what stands before or behind the part that is found.
  private static let filler: Unicode.Scalar = "a"

  init(_ program: TextPatternProgram) {
    self.program = program
    append([(instruction: 0, Entry(scalar: nil, origin: 0))], isMatched: [], isAtStart: true)
  }

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
    var found: [(instruction: Int, Entry)] = []
    var matched: [Entry] = []
    for (state, entry) in last {
      guard let state else {
        matched.append(Entry(scalar: Self.filler, origin: entry))
        continue
      }
      if case .scalar(let set) = program.instructions[state], let scalar = set.simplest {
        found.append((state + 1, Entry(scalar: scalar, origin: entry)))
      }
    }
    // The pattern may start later: the text so far is filler, which only the very first entry leads
    // to.
    let before = Entry(scalar: Self.filler, origin: 0)
    append(found + [(0, before)], isMatched: matched, isAtStart: false)
    return !last.isEmpty
  }

  private mutating func append(
    _ found: [(instruction: Int, entry: Entry)], isMatched: [Entry], isAtStart: Bool
  ) {
    var layer: [Entry] = []
    var states = TextPatternProgram.States(count: program.instructions.count)
    var ends = TextPatternProgram.States(count: program.instructions.count)
    last = []
    ending = nil
    // Entry 0 of each layer is the filler before the pattern, so that a later start finds its way
    // back.
    for (instruction, entry) in found.sorted(by: { $0.instruction == 0 && $1.instruction != 0 }) {
      let count = states.waiting.count
      let wasMatched = states.isMatched
      states.add(instruction, of: program, isAtStart: isAtStart, isAtEnd: false)
      ends.add(instruction, of: program, isAtStart: isAtStart, isAtEnd: true)
      layer.append(entry)
      last += states.waiting[count...].map { ($0, layer.count - 1) }
      if states.isMatched, !wasMatched { last.append((nil, layer.count - 1)) }
      if ends.isMatched, ending == nil { ending = layer.count - 1 }
    }
    // A text that is found already ends anywhere, and is filled up behind what was found.
    if let entry = isMatched.first {
      layer.append(entry)
      ending = layer.count - 1
      if !states.isMatched { last.append((nil, layer.count - 1)) }
    }
    layers.append(layer)
  }
}
