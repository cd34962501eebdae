import JSONParsing
import MappingEngine

extension PayloadGenerator {
  mutating func date(_ node: DrawNode) {
    var date = DrawnScalar.integer(simplestDate(node))
    if source.isRandom { date = randomDate(node) }
    if counters.isDistinct { date.spelling = 0 }
    write(Int64(bitPattern: date.bits), spelling: date.spelling, node)
  }

  private mutating func simplestDate(_ node: DrawNode) -> Int64 {
    let day = Int64(counters.nextDate())
    return node.table > 0 ? day : DateTable.seconds(ofDay: day) * node.countPerSecond
  }

  private mutating func randomDate(_ node: DrawNode) -> DrawnScalar {
    let random = source.random.next()
    guard node.table <= 0 else {
      return .integer(Int64(random % (node.high + 1)))
    }
    let (low, high) = (Int64(bitPattern: node.low), Int64(bitPattern: node.high))
    // Mostly dates of this century, including leap days, and sometimes the bounds.
    let unit = node.countPerSecond
    var value = DateTable.firstSecond * unit + Int64(random >> 32) % (1_600_000_000 * unit)
    switch random & 31 {
    case 0: value = low
    case 1: value = high
    case 2: value = max(low, -1)
    case 3: value = 951_825_599 * unit
    case 4: value = Int64(Int32.max) * unit + unit
    default: break
    }
    var date = DrawnScalar.integer(value)
    if node.table == 0, random & 0xf00 == 0 {
      date.spelling = UInt8(truncatingIfNeeded: 1 + (random >> 16) % 5)
    }
    return date
  }

  private mutating func write(_ value: Int64, spelling: UInt8, _ node: DrawNode) {
    guard node.table <= 0 else {
      return write(day: Int(value), of: plan.tables.dateTables[Int(node.table) - 1])
    }
    guard node.table == 0 else {
      if node.way == .quoted { append("\"") }
      DecimalToken.append(value, to: &draft.bytes)
      if node.way == .quoted { append("\"") }
      return
    }
    append("\"")
    appendISO8601(value, spelling: spelling)
    append("\"")
  }

  private mutating func write(day: Int, of table: DateTable) {
    guard day < table.tokens.indices.count else {
      let text = DateTable.texts(of: day..<day + 1, by: table.pattern)[0]
      return TextToken.append(text.unicodeScalars.map(\.value), to: &draft.bytes)
    }
    let token = plan.tables.dateTokens[table.tokens.indices.lowerBound + day]
    for position in token.indices { draft.bytes.append(draft.bytes[position]) }
  }

  /// Appends a date; its spellings are `Z`, `.5Z`, `.123Z`, `.123456789Z`, `+05:30`, `-08:00`.
  private mutating func appendISO8601(_ seconds: Int64, spelling: UInt8) {
    let offset: Int64 = spelling == 4 ? 19_800 : spelling == 5 ? -28_800 : 0
    let local = seconds + offset
    let time = local - (local >= 0 ? local / 86_400 : (local - 86_399) / 86_400) * 86_400
    appendDay((local - time) / 86_400)
    append("T")
    DecimalToken.append(time / 3600, digitCount: 2, to: &draft.bytes)
    append(":")
    DecimalToken.append(time / 60 % 60, digitCount: 2, to: &draft.bytes)
    append(":")
    DecimalToken.append(time % 60, digitCount: 2, to: &draft.bytes)
    switch spelling {
    case 1: append(".5Z")
    case 2: append(".123Z")
    case 3: append(".123456789Z")
    case 4: append("+05:30")
    case 5: append("-08:00")
    default: append("Z")
    }
  }

  /// - Parameter day: The day, counted from 1970-01-01.
  private mutating func appendDay(_ day: Int64) {
    let date = CivilDate(daysSince1970: Int(day))
    DecimalToken.append(Int64(date.year), digitCount: 4, to: &draft.bytes)
    append("-")
    DecimalToken.append(Int64(date.month), digitCount: 2, to: &draft.bytes)
    append("-")
    DecimalToken.append(Int64(date.day), digitCount: 2, to: &draft.bytes)
  }
}
