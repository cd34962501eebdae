import CaptureChecking
import JSONParsing

/// Writes values to a part, or reads them from one: what describes a value once says both.
///
///     try part.member("count", isDefault: count == 0) { try $0.count(&count) }
///
/// A member whose value is the default is not written. Values and paths that others are made of are
/// not nested, but stand in lists, in the order in which they are referred to for the first time;
/// so a reference needs no number: each is to the next of the list.
struct PartCoder {
  /// The value that is read; `nil`, while all is written.
  private var source: PartValue?
  var writer = JSONWriter()
  private(set) var budget = CountBudget()
  /// The values that are referred to, in their order, while all is written.
  private(set) var values: [ValueID] = []
  /// How many values are referred to.
  private(set) var valueCount = 0

  init(reading source: PartValue? = nil, _ budget: CountBudget = CountBudget()) {
    (self.source, self.budget) = (source, budget)
  }

  var isReading: Bool { source != nil }

  /// Whether an object is read.
  var isObject: Bool { source?.value.kind == .object }

  /// Stops with what is wrong with the value that is read.
  func require(_ condition: Bool, _ message: String) throws(PartError) {
    if !condition, let source { throw source.error(message) }
  }

  // MARK: - Structure

  mutating func object(
    _ describe: (inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    if isReading {
      _ = try source?.members()
      return try describe(&self)
    }
    writer.beginObject()
    try describe(&self)
    writer.endObject()
  }

  mutating func member(
    _ name: String, isDefault: Bool, _ describe: (inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    guard let outer = source else {
      if isDefault { return }
      writer.name(name)
      return try describe(&self)
    }
    guard let value = outer.optional(name) else { return }
    try at(value, describe)
  }

  /// Describes what stands at another value, and goes back.
  mutating func at(
    _ value: PartValue, _ describe: (inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    let outer = source
    source = value
    try describe(&self)
    source = outer
  }

  /// A list, each of whose elements is described; those that are read replace those that are there.
  mutating func list<Element>(
    _ elements: inout [Element], of blank: Element,
    _ describe: (inout Element, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    guard let source else {
      writer.beginArray()
      for index in elements.indices { try describe(&elements[index], &self) }
      writer.endArray()
      return
    }
    elements = []
    for value in try source.elements() {
      var element = blank
      try at(value) { part throws(PartError) in try describe(&element, &part) }
      elements.append(element)
    }
  }

  // MARK: - Scalars

  /// How many of something there are, of all that parts may have in sum.
  mutating func count(_ count: inout Int) throws(PartError) {
    if let source { count = try source.count(&budget) } else { writer.number(count) }
  }

  mutating func number(_ number: inout Int) throws(PartError) {
    if let source { number = try source.number() } else { writer.number(number) }
  }

  mutating func flag(_ name: String, _ flag: inout Bool) throws(PartError) {
    try member(name, isDefault: !flag) { part throws(PartError) in
      if let source = part.source { flag = try source.bool() } else { part.writer.bool(flag) }
    }
  }

  mutating func text(_ text: inout MemberName) throws(PartError) {
    if let source { text = MemberName(try source.string()) } else { writer.string(text.text) }
  }

  /// A number of which no digit may be lost.
  mutating func fingerprint(_ number: inout UInt64) throws(PartError) {
    if let source {
      number = try source.fingerprint()
    } else {
      writer.string(hexadecimal(number))
    }
  }

  // MARK: - Counts by names

  mutating func counts(_ name: String, _ counts: inout [MemberName: Int]) throws(PartError) {
    var pairs = counts.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) }
    try member(name, isDefault: pairs.isEmpty) { part throws(PartError) in
      try part.list(&pairs, of: (name: "", count: 0)) { pair, part throws(PartError) in
        try part.object { part throws(PartError) in
          try part.member("of", isDefault: false) { part throws(PartError) in
            try part.text(&pair.name)
          }
          try part.member("n", isDefault: false) { part throws(PartError) in
            try part.count(&pair.count)
          }
        }
      }
    }
    counts = Dictionary(pairs.map { ($0.name, $0.count) }, uniquingKeysWith: +)
  }

  mutating func counts<Key>(_ name: String, _ counts: inout Counts<Key>) throws(PartError) {
    var numbers = counts.total == 0 ? [] : Key.allCases.map { counts[$0] }
    try member(name, isDefault: numbers.isEmpty) { part throws(PartError) in
      try part.list(&numbers, of: 0) { number, part throws(PartError) in try part.count(&number) }
      try part.require(numbers.count == Key.allCases.count, "expected a count of each kind")
    }
    guard isReading else { return }
    for (key, number) in zip(Key.allCases, numbers) { counts[key] = number }
  }

  // MARK: - References

  /// A reference to the next of the values.
  mutating func reference(_ value: inout ValueID) throws(PartError) {
    if isReading {
      try require(valueCount < Int(ValueID.max), "there are too many values")
      value = ValueID(valueCount)
    } else {
      values.append(value)
    }
    valueCount += 1
  }

  /// A reference that may be missing.
  mutating func reference(_ name: String, _ value: inout ValueID?) throws(PartError) {
    var isThere = value != nil
    try flag(name, &isThere)
    guard isThere else { return }
    var id = value ?? 0
    try reference(&id)
    value = id
  }
}
