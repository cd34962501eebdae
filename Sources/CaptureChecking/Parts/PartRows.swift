import JSONParsing

/// The members of a part, written or read: an object whose lists have an item a line.
///
/// Its first members are those of the header. All lists are sorted, so that the same totals are the
/// same bytes; fingerprints are 16 hexadecimal digits, for a number of JSON may lose some of them. The
/// members are named for people:
///
///     {"part":3,
///     "contracts":[
///       {"name":"users","digest":"04e2…"}],
///     …
///     "groups":[
///       {"contract":0,"endpoint":2,"rule":"wrong-type","line":4,"mapping":1,"severity":"error","count":7, …}],
///     …}
package struct PartRows {
  package internal(set) var part: PartCoder
  /// The whole part, while all is read.
  private let root: PartValue?
  private let isOneLine: Bool
  private var bytes: [UInt8] = []

  /// - Parameter isOneLine: Whether there is no line end in it, so that parts can be lines of a file.
  package init(
    writing header: PartHeader, isOneLine: Bool
  ) {
    (part, root, self.isOneLine) = (PartCoder(), nil, isOneLine)
    var (header, version) = (header, header.subject.version)
    // Only what is read can be wrong.
    try? member(header.subject.rawValue) { part throws(PartError) in try part.number(&version) }
    try? header.describe(&self)
  }

  /// - Parameters:
  ///   - root: The whole part.
  ///   - firstInput: The place of its first input among those of all parts.
  package init(
    reading root: PartValue, firstInput: Int = 0, _ budget: CountBudget = CountBudget()
  ) {
    part = PartCoder(reading: root, firstInput: firstInput, budget)
    (self.root, isOneLine) = (root, false)
  }

  /// The part that was written: a text that ends with a line end.
  package var text: [UInt8] { bytes + Array("}\n".utf8) }

  package mutating func member(
    _ name: String, _ describe: (inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    if let root { return try part.at(try root.member(name), describe) }
    begin(name)
    try write(describe)
  }

  private mutating func begin(_ name: String) {
    bytes += Array((bytes.isEmpty ? "{" : isOneLine ? "," : ",\n").utf8)
    bytes += Array("\"\(name)\":".utf8)
  }

  private mutating func write(
    _ describe: (inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    part.writer = JSONWriter()
    try describe(&part)
    bytes += part.writer.bytes
  }

  // MARK: - Lists

  /// A list, an item a line; items that are read replace those that are there.
  ///
  /// - Parameter count: How many there have to be; `nil`: any number.
  package mutating func list<Element>(
    _ name: String, _ elements: inout [Element], of blank: Element, count: Int? = nil,
    _ describe: (inout Element, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    if let list = try root?.member(name) {
      if let count { _ = try list.elements(count) }
      return try part.at(list) { part throws(PartError) in
        try part.list(&elements, of: blank, describe)
      }
    }
    begin(name)
    for index in elements.indices {
      try writeItem(index) { part throws(PartError) in try describe(&elements[index], &part) }
    }
    bytes += Array((elements.isEmpty ? "[]" : "]").utf8)
  }

  /// A list of objects, one a line.
  mutating func objects<Element>(
    _ name: String, _ elements: inout [Element], of blank: Element,
    _ describe: (inout Element, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    try list(name, &elements, of: blank) { element, part throws(PartError) in
      try part.object { part throws(PartError) in try describe(&element, &part) }
    }
  }

  private mutating func writeItem(
    _ number: Int, _ describe: (inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    bytes += Array((number == 0 ? "[" : ",").utf8)
    if !isOneLine { bytes += Array("\n  ".utf8) }
    try write(describe)
  }

  /// A list of objects, each of which may ask for more of them behind it.
  ///
  /// - Parameter count: How many are asked for so far.
  package mutating func list(
    _ name: String, count: (PartCoder) -> Int,
    _ describe: (_ number: Int, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    guard let list = try root?.member(name) else {
      return try writeList(name, count: count, describe)
    }
    let values = try list.elements()
    for (number, value) in values.enumerated() where number < count(part) {
      try part.at(value) { part throws(PartError) in
        try part.object { part throws(PartError) in try describe(number, &part) }
      }
    }
    guard values.count == count(part) else {
      throw list.error("expected \(counted(count(part), "element")), found \(values.count)")
    }
  }

  private mutating func writeList(
    _ name: String, count: (PartCoder) -> Int,
    _ describe: (_ number: Int, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    begin(name)
    var number = 0
    while number < count(part) {
      try writeItem(number) { part throws(PartError) in
        try part.object { part throws(PartError) in try describe(number, &part) }
      }
      number += 1
    }
    bytes += Array((number == 0 ? "[]" : "]").utf8)
  }
}
