import JSONParsing

/// Decides which events of a run are kept.
///
/// The engine is generic over its sink and specialised for each, so an event that a sink does not
/// keep costs nothing.
protocol MappingSink {
  associatedtype Value
  /// Whether payload events (duplicate members, unpaired surrogates) are wanted.
  static var wantsNotices: Bool { get }
  static var wantsDrift: Bool { get }
  /// Whether the lines and cases that read values are wanted.
  var wantsReads: Bool { get }
  /// Whether mapping can stop here, because the sink would keep nothing more.
  var isSated: Bool { get }
  mutating func record(_ event: RawEvent, _ value: Value?, old: Value?)
  /// Notes an unmapped member: no key path leads to it from a place of a mapping.
  mutating func noteUnmapped(_ name: Int, at place: Int32, in document: JSONDocument)
  mutating func noteCase(_ index: Int)
  /// - Parameter value: The value type of the value itself: the line's, or that of an element.
  mutating func noteRead(_ node: Int, by line: Int32, as value: Int32, isElement: Bool)
  mutating func noteLook(_ node: Int, by condition: Int)
  /// Returns a position in the record, to which `retract` refers.
  func mark() -> Int
  /// Takes back the object that was made at a mark, because nothing was mapped into it.
  mutating func retract(_ mark: Int)
  /// Begins a trial, which can be taken back as a whole. Trials nest: a trial that began later ends
  /// first. Returns the mark that `endTrial` needs to take the trial back.
  mutating func beginTrial() -> Int
  mutating func endTrial(_ mark: Int, takesBack: Bool)
}

extension MappingSink {
  static var wantsDrift: Bool { false }
  var wantsReads: Bool { false }
  mutating func noteUnmapped(_ name: Int, at place: Int32, in document: JSONDocument) {}
  mutating func noteCase(_ index: Int) {}
  mutating func noteRead(_ node: Int, by line: Int32, as value: Int32, isElement: Bool) {}
  mutating func noteLook(_ node: Int, by condition: Int) {}
  func mark() -> Int { 0 }
  mutating func retract(_ mark: Int) {}
  mutating func beginTrial() -> Int { 0 }
  mutating func endTrial(_ mark: Int, takesBack: Bool) {}
}
