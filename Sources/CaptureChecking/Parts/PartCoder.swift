package import JSONParsing

/// Writes values to a part, or reads them from one: what describes a value once says both.
///
///     try part.member("count") { part throws(PartError) in try part.count(&count) }
///
/// Values that others are made of need not be nested, but may stand in a list of their own, in the
/// order in which they are referred to for the first time; so a reference needs no number: each is to
/// the next of the list.
package struct PartCoder {
  /// The value that is read; `nil`, while all is written.
  private(set) var source: PartValue?
  package internal(set) var writer = JSONWriter()
  package internal(set) var budget = CountBudget()
  /// The place of the part's first input among those of all parts.
  let firstInput: Int
  /// The values that are referred to, in order, while all is written.
  package private(set) var references: [Int] = []
  package private(set) var referenceCount = 0

  package init(
    reading source: PartValue? = nil, firstInput: Int = 0, _ budget: CountBudget = CountBudget()
  ) {
    (self.source, self.firstInput, self.budget) = (source, firstInput, budget)
  }

  package var isReading: Bool { source != nil }

  /// Whether an object is read.
  package var isObject: Bool { source?.value.kind == .object }

  /// Stops with what is wrong with the value that is read, or with a member of it.
  package func require(
    _ condition: Bool, at member: String? = nil, _ message: String
  ) throws(PartError) {
    guard !condition, let source else { return }
    throw (member.flatMap(source.optional) ?? source).error(message)
  }

  // MARK: - Structure

  package mutating func object(
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

  /// A member that is always there.
  package mutating func member(
    _ name: String, _ describe: (inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    if let source { return try at(try source.member(name), describe) }
    writer.name(name)
    try describe(&self)
  }

  /// A member that may be missing.
  mutating func optional<Value>(
    _ name: String, _ value: inout Value?, of blank: Value,
    _ describe: (inout Value, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    guard has(name, value != nil) else { return }
    value = value ?? blank
    try member(name) { part throws(PartError) in try describe(&value!, &part) }
  }

  /// Whether a member is there that may be missing.
  ///
  /// - Parameter isWritten: Whether it is to be written, while all is written.
  package func has(_ name: String, _ isWritten: Bool) -> Bool {
    source.map { $0.optional(name) != nil } ?? isWritten
  }

  /// A member that is not there if its value is the default.
  package mutating func member(
    _ name: String, isDefault: Bool, _ describe: (inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    if has(name, !isDefault) { try member(name, describe) }
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
  package mutating func list<Element>(
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

  /// A list in a member that is always there.
  mutating func list<Element>(
    _ name: String, _ elements: inout [Element], of blank: Element,
    _ describe: (inout Element, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    try member(name) { part throws(PartError) in
      try part.list(&elements, of: blank, describe)
    }
  }

  /// A list in a member that is not there if the list is empty.
  package mutating func items<Element>(
    _ name: String, _ elements: inout [Element], of blank: Element,
    _ describe: (inout Element, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    try member(name, isDefault: elements.isEmpty) { part throws(PartError) in
      try part.list(&elements, of: blank, describe)
    }
  }

  /// Objects in a member that is not there if there are none.
  package mutating func objects<Element>(
    _ name: String, _ elements: inout [Element], of blank: Element,
    _ describe: (inout Element, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    try items(name, &elements, of: blank) { element, part throws(PartError) in
      try part.object { part throws(PartError) in try describe(&element, &part) }
    }
  }

  /// A list of a known length, whose elements are described by their numbers.
  mutating func elements(
    _ count: Int, _ describe: (Int, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    guard let source else {
      writer.beginArray()
      for number in 0..<count { try describe(number, &self) }
      writer.endArray()
      return
    }
    for (number, value) in try source.elements(count).enumerated() {
      try at(value) { part throws(PartError) in try describe(number, &part) }
    }
  }

  /// An object whose members' names are data; those that are read replace those that are there.
  mutating func members<Value>(
    _ members: inout [(name: MemberName, value: Value)], of blank: Value,
    _ describe: (MemberName, inout Value, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    guard let source else {
      writer.beginObject()
      for index in members.indices {
        writer.name(members[index].name.text)
        try describe(members[index].name, &members[index].value, &self)
      }
      writer.endObject()
      return
    }
    members = []
    for member in try source.members() {
      var value = blank
      try at(member.value) { part throws(PartError) in try describe(member.name, &value, &part) }
      members.append((member.name, value))
    }
  }

  /// A value, or null.
  mutating func nullable<Value>(
    _ value: inout Value?, of blank: Value,
    _ describe: (inout Value, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    guard let source else {
      if value == nil { writer.null() } else { try describe(&value!, &self) }
      return
    }
    value = source.value.isNull ? nil : blank
    if value != nil { try describe(&value!, &self) }
  }

  // MARK: - References

  /// A reference to the next of the values that have a list of their own.
  ///
  /// - Parameter most: How many may be referred to.
  package mutating func reference(_ number: inout Int, most: Int) throws(PartError) {
    if isReading {
      try require(referenceCount < most, "there are too many values")
      number = referenceCount
    } else {
      references.append(number)
    }
    referenceCount += 1
  }
}
