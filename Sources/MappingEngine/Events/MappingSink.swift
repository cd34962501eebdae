import JSONParsing

/// Decides what is kept of what happens.
///
/// The engine is generic over its sink and specialised for each, so what a sink does not keep costs
/// nothing.
protocol MappingSink {
  associatedtype Value
  /// Whether payload events (duplicate members, unpaired surrogates) are wanted.
  static var wantsNotices: Bool { get }
  /// Whether unmapped keys are wanted.
  static var wantsDrift: Bool { get }
  /// Whether the lines and cases that read values are wanted.
  static var wantsReads: Bool { get }
  /// Whether mapping can stop here, since nothing more would be kept.
  var isSated: Bool { get }
  mutating func record(_ event: RawEvent, _ value: Value?, old: Value?)
  /// Notes a member that no key path leads to, of what stands at a place of a mapping.
  mutating func noteUnmapped(_ name: Int, at place: Int32, in document: JSONDocument)
  /// Notes the case that a representation is mapped by.
  mutating func noteCase(_ index: Int)
  /// Notes that a line reads a value, and the value type that is of the value itself: the line's, or
  /// that of an element.
  mutating func noteRead(_ node: Int, by line: Int32, as value: Int32, isElement: Bool)
  /// Notes that a condition of a case looks at a value.
  mutating func noteLook(_ node: Int, by condition: Int)
  /// A place in what was recorded, to which `retract` refers.
  func mark() -> Int
  /// Takes back the object that was made at a mark: nothing came of it.
  mutating func retract(_ mark: Int)
  /// Begins what may be taken back as a whole; what began later ends before.
  ///
  /// - Returns: What `endTrial` needs to take it back.
  mutating func beginTrial() -> Int
  mutating func endTrial(_ mark: Int, takesBack: Bool)
}

extension MappingSink {
  static var wantsDrift: Bool { false }
  static var wantsReads: Bool { false }
  mutating func noteUnmapped(_ name: Int, at place: Int32, in document: JSONDocument) {}
  mutating func noteCase(_ index: Int) {}
  mutating func noteRead(_ node: Int, by line: Int32, as value: Int32, isElement: Bool) {}
  mutating func noteLook(_ node: Int, by condition: Int) {}
  func mark() -> Int { 0 }
  mutating func retract(_ mark: Int) {}
  mutating func beginTrial() -> Int { 0 }
  mutating func endTrial(_ mark: Int, takesBack: Bool) {}
}
