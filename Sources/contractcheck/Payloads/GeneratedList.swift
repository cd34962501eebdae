import ContractReporting
import DiskReading
import Generation
import JSONParsing

/// The payloads that `generate` prints, by number.
struct GeneratedList {
  enum Faults: String, CaseIterable { case none, each, pairwise, random }

  private static let drawnCount = 100
  private let cases: GeneratedCases
  private let faults: Faults?
  /// The number of payloads; `nil` if there is no limit.
  private let count: Int?

  init(_ cases: GeneratedCases, _ faults: Faults?) {
    (self.cases, self.faults) = (cases, faults)
    switch faults {
    case .each: count = cases.count(of: .cell)
    case .pairwise: count = cases.count(of: .pairwise)
    case .some(.none), .random, nil: count = nil
    }
  }

  /// Returns the numbers of a part of the list.
  private func range(from start: Int, count wanted: Int?) -> Range<Int> {
    let first = min(start, count ?? .max)
    let rest = (count ?? .max) - first
    return first..<first + min(rest, wanted ?? count ?? Self.drawnCount)
  }

  private subscript(index: Int) -> GeneratedCase {
    switch faults {
    case nil: return cases[index]
    case .each: return cases[.cell, index]
    case .pairwise: return cases[.pairwise, index]
    case .random: return cases[.random, index]
    case .some(.none):
      let canonical = cases.count(of: .canonical) ?? 0
      return index < canonical ? cases[.canonical, index] : cases[.valid, index - canonical]
    }
  }
}

extension GeneratedList {
  private static let bufferSize = 1 << 16

  /// Writes a part of the payloads, one per line, while they are generated.
  func write(from start: Int, count: Int?, hasIDs: Bool, _ console: Console) throws(WriteFailure) {
    var buffer = ""
    var skippedCount = 0
    for index in range(from: start, count: count) {
      if let line = Self.line(self[index], hasIDs: hasIDs) {
        buffer += line + "\n"
      } else {
        skippedCount += 1
      }
      guard buffer.utf8.count >= Self.bufferSize else { continue }
      // If the reader has closed the pipe, the remaining payloads are not generated.
      guard try console.print(buffer, terminator: "") else { return }
      buffer = ""
    }
    if !buffer.isEmpty { try console.print(buffer, terminator: "") }
    if skippedCount > 0 {
      let payloads = counted(skippedCount, "payload that is", "payloads that are")
      console.problem("left out \(payloads) no line; --ids has them")
    }
  }

  private static func line(_ one: GeneratedCase, hasIDs: Bool) -> String? {
    let bytes = one.payload.bytes
    let isLine = !bytes.isEmpty && !bytes.contains { $0 == 0x0A || $0 == 0x0D }
    let text = String(decoding: bytes, as: UTF8.self)
    guard hasIDs else { return isLine ? text : nil }
    let document = isLine ? try? JSONDocument(parsing: bytes) : nil
    let isJSON = document.map { !$0.hasByteOrderMark } ?? false
    let value = isJSON ? text : JSONWriter.text(of: text)
    return "{\"id\":\(JSONWriter.text(of: one.id)),\"\(isJSON ? "payload" : "text")\":\(value)}"
  }
}
