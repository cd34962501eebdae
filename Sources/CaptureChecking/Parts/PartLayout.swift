import CaptureSources
package import JSONParsing

/// The layout of a part: an object whose lists have an item a line, and whose first members are
/// those of the header.
package struct PartLayout {
  private let isOneLine: Bool
  private var bytes: [UInt8] = []
  /// How many items the list that is written has.
  private var itemCount = 0

  /// - Parameter isOneLine: Whether there is no line end in it, so that parts can be lines of a file.
  package init(_ header: PartHeader, isOneLine: Bool) {
    self.isOneLine = isOneLine
    write(header)
  }

  /// The whole part, which ends with a line end.
  package var ended: [UInt8] { bytes + Array("}\n".utf8) }

  package mutating func member(_ name: String, _ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    bytes += Array((bytes.isEmpty ? "{" : isOneLine ? "," : ",\n").utf8)
    bytes += Array("\"\(name)\":".utf8) + writer.bytes
  }

  /// Writes a list, an item a line.
  package mutating func list<Items: Sequence>(
    _ name: String, _ items: Items, _ write: (Items.Element, inout JSONWriter) -> Void
  ) {
    beginList(name)
    for item in items {
      var writer = JSONWriter()
      write(item, &writer)
      self.item(writer.bytes)
    }
    endList()
  }

  package mutating func beginList(_ name: String) {
    bytes += Array((isOneLine ? ",\"\(name)\":[" : ",\n\"\(name)\":[").utf8)
    itemCount = 0
  }

  /// - Parameter json: The item's text.
  package mutating func item(_ json: [UInt8]) {
    if itemCount > 0 { bytes.append(UInt8(ascii: ",")) }
    if !isOneLine { bytes += Array("\n  ".utf8) }
    bytes += json
    itemCount += 1
  }

  package mutating func endList() { bytes.append(UInt8(ascii: "]")) }

  private mutating func write(_ header: PartHeader) {
    member(header.subject.rawValue) { $0.number(header.subject.version) }
    list("contracts", header.contracts) { mark, writer in
      writer.beginObject()
      writer.member("name", mark.name)
      writer.member("digest", hexadecimal(mark.digest))
      writer.endObject()
    }
    member("files") { $0.string(hexadecimal(header.files)) }
    member("options") { writer in
      writer.beginObject()
      for (name, values) in header.options.sorted(by: { $0.key < $1.key }) {
        writer.name(name.text)
        writer.strings(values)
      }
      writer.endObject()
    }
    list("inputRules", header.inputRules) { rule, writer in
      writer.strings([rule.pattern, rule.type])
    }
    member("shard") { writer in
      if let share = header.share {
        writer.string(share.description)
      } else {
        writer.null()
      }
    }
    member("capture") { $0.string(hexadecimal(header.capture)) }
    member("inputs") { $0.number(header.inputCount) }
    member("hasFiles") { $0.bool(header.hasFiles) }
    member("complete") { $0.bool(header.isComplete) }
    list("notFound", header.problems) { $1.string($0) }
  }
}
