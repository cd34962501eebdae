import ContractReporting
import DiskReading
import Generation
import JSONParsing

/// Writes payloads, one per line, while they are generated.
struct GeneratedWriter {
  private static let bufferSize = 1 << 16
  private let console: Console
  private let hasIDs: Bool

  init(_ console: Console, hasIDs: Bool) { (self.console, self.hasIDs) = (console, hasIDs) }

  func write(_ list: GeneratedList, from start: Int, count: Int?) throws(WriteFailure) {
    var buffer = ""
    var skippedCount = 0
    for index in list.range(from: start, count: count) {
      if let line = line(list[index]) {
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

  private func line(_ one: GeneratedCase) -> String? {
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
