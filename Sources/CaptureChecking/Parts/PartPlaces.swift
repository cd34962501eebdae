import CaptureSources
import JSONParsing

// Where in a capture something is, as parts say it.

extension PartCoder {
  /// The input's name, the record, the line and column, and where it stands among all.
  mutating func place(
    _ place: inout ViolationPlace, _ order: inout ViolationOrder
  ) throws(PartError) {
    try text(of: "input", &place.input)
    try record(&place.record)
    try member("at") { part throws(PartError) in try part.position(&place.position) }
    var isInBody = !place.isPositionInInput
    try bool(of: "inBody", &isInBody)
    place.isPositionInInput = !isInBody
    try member("order") { part throws(PartError) in
      try part.elements(4) { number, part throws(PartError) in
        if number < 3 {
          try part.order(&order.record, number)
        } else {
          try part.number(&order.number)
        }
      }
    }
  }

  private mutating func record(_ place: inout CaptureRecord.Place) throws(PartError) {
    var (line, entry) = (Int?.none, Int?.none)
    switch place {
    case .file: break
    case .line(let number): line = number
    case .entry(let number): entry = number
    }
    try number(of: "record", &line)
    try number(of: "entry", &entry)
    place = entry.map { .entry($0) } ?? line.map { .line($0) } ?? .file
  }

  /// The place of a record among all, in the member `order`.
  mutating func order(_ order: inout RecordOrder) throws(PartError) {
    try member("order") { part throws(PartError) in
      try part.elements(3) { number, part throws(PartError) in
        try part.order(&order, number)
      }
    }
  }

  private mutating func order(_ order: inout RecordOrder, _ number: Int) throws(PartError) {
    switch number {
    case 0: try input(&order.input)
    case 1: try self.number(&order.segment)
    default: try self.number(&order.record)
    }
  }
}

extension ViolationPlace {
  /// Stands for the place of what is yet to be read.
  static let unknown = ViolationPlace(
    input: "", record: .file, position: TextPosition(line: 1, column: 1), isPositionInInput: true)
}

extension ViolationOrder {
  static let first = ViolationOrder(record: .first, number: 0)
}

extension RecordOrder {
  static let first = RecordOrder(input: 0, segment: 0, record: 0)
}
