import CaptureChecking
import JSONParsing

/// The members of a part, each written on a line, or read.
struct PartRows {
  var part: PartCoder
  /// The text so far, while all is written.
  private(set) var layout: PartLayout?
  /// The whole part, while all is read.
  private let root: PartValue?

  init(writing layout: PartLayout) {
    (part, self.layout, root) = (PartCoder(), layout, nil)
  }

  init(reading root: PartValue, _ budget: CountBudget) {
    (part, self.root) = (PartCoder(reading: root, budget), root)
  }

  mutating func member(
    _ name: String, _ describe: (inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    if let root { return try part.at(try root.member(name), describe) }
    part.writer = JSONWriter()
    try describe(&part)
    let writer = part.writer
    layout?.member(name) { $0 = writer }
  }

  /// A list of objects, each of which may ask for more of them behind it.
  ///
  /// - Parameter count: How many are asked for so far.
  mutating func list(
    _ name: String, count: (PartCoder) -> Int,
    _ describe: (_ number: Int, inout PartCoder) throws(PartError) -> Void
  ) throws(PartError) {
    let read = try root?.member(name).elements()
    layout?.beginList(name)
    var number = 0
    while number < count(part) {
      if let read {
        guard number < read.count else { break }
        try part.at(read[number]) { part throws(PartError) in
          try part.object { part throws(PartError) in try describe(number, &part) }
        }
      } else {
        part.writer = JSONWriter()
        try part.object { part throws(PartError) in try describe(number, &part) }
        layout?.item(part.writer.bytes)
      }
      number += 1
    }
    layout?.endList()
    guard let read, let list = root?.optional(name), read.count != count(part) else { return }
    throw list.error("expected \(counted(count(part), "element")), found \(read.count)")
  }
}
