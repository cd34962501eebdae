package import CaptureSources

/// The place of a record, or of one of its violations, in the order of the capture.
package struct RecordOrder: Hashable, Comparable, Codable, Sendable {
  package var item: ItemPlace
  /// The line in the segment, or the entry in the archive.
  package var record = 0
  /// The violation's place among those of the record.
  package var number = 0

  package static func < (left: RecordOrder, right: RecordOrder) -> Bool {
    (left.item, left.record, left.number) < (right.item, right.record, right.number)
  }
}

extension RecordOrder {
  package init(_ record: CaptureRecord, in item: ItemPlace) {
    self.init(item: item)
    switch record.place {
    case .file: break
    case .line(let number), .entry(let number): self.record = number
    }
  }

  func violation(_ number: Int) -> RecordOrder {
    var order = self
    order.number = number
    return order
  }
}

/// The place of an item: a part of a capture that one worker reads at a time.
package struct ItemPlace: Hashable, Comparable, Codable, Sendable {
  /// The input's place among all, zero-based.
  @InputNumber package var input: Int
  /// The segment's place in the input, zero-based; 0 in an input that is not cut.
  package var segment: Int

  package init(input: Int, segment: Int) { (self.input, self.segment) = (input, segment) }

  package init(_ item: CaptureItem) {
    (input, segment) = (item.number, item.segment?.number ?? 0)
  }

  package static func < (left: ItemPlace, right: ItemPlace) -> Bool {
    (left.input, left.segment) < (right.input, right.segment)
  }
}
