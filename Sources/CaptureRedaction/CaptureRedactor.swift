package import CaptureChecking
package import CaptureSources
import JSONParsing
package import ValueRedaction

/// Writes captures again with other values in them, so that they may be kept where others read
/// them.
///
/// Values are replaced by others of the same type, format and length, the same by the same,
/// wherever they stand; credentials are taken out; keys and the nesting stay. With contracts, a
/// check finds the same in both captures.
package struct CaptureRedactor {
  private let values: ValueRedactor
  private let contracts: RedactionContracts?
  private var judge: RecordJudge?
  private var document = JSONDocument.empty
  private var packing: InputPacking?
  /// The words of paths that bodies give objects as names.
  private var names: Set<MemberName> = []
  /// How many records a check judges otherwise than before.
  package private(set) var differingCount = 0
  package private(set) var recordCount = 0

  /// - Parameters:
  ///   - contracts: What of them stays.
  ///   - check: One by the same contracts that has read nothing.
  package init(
    _ key: RedactionKey, contracts: RedactionContracts? = nil, check: CaptureCheck? = nil
  ) {
    values = ValueRedactor(key, keeping: contracts?.texts ?? [])
    self.contracts = contracts
    judge = check.map(RecordJudge.init)
  }

  /// Writes an input again, record by record, in the memory of one.
  ///
  /// - Parameters:
  ///   - reader: Reads it.
  ///   - write: Takes the next bytes; returns whether it wants more.
  /// - Returns: What could not be read, which is left out.
  package mutating func redact(
    _ input: CaptureInput, by reader: inout CaptureReader, write: ([UInt8]) -> Bool
  ) -> [CaptureProblem] {
    var (needsComma, isBehindName, open) = (false, false, [UInt8]())
    packing = reader.packing
    let problems = reader.readPieces(of: input) { piece, bytes in
      switch piece {
      case .body: return write(body(bytes, .json, in: input))
      case .bodyLine: return write(body(bytes, .ndjson, in: input) + "\n".utf8)
      case .envelopeLine: return write(line(bytes, in: input) + "\n".utf8)
      case .blankLine: return write(Array("\n".utf8))
      case .opening(let bracket):
        (needsComma, isBehindName) = (false, false)
        // `}` and `]` stand two behind the brackets that they close.
        open.append(bracket + 2)
        return write([bracket])
      case .closing(let bracket):
        needsComma = true
        open.removeLast()
        return write([bracket])
      case .name(let name):
        defer { (needsComma, isBehindName) = (false, true) }
        return write(Self.comma(needsComma) + self.name(name))
      case .member:
        (needsComma, isBehindName) = (true, false)
        return write(other(bytes))
      case .entry(let format):
        defer { needsComma = true }
        return write(Self.comma(needsComma) + entry(bytes, format, in: input))
      case .head: return write(RecordRedactor(values, contracts, names: names).head(bytes))
      }
    }
    // An archive that was cut off is whole all the same.
    if !open.isEmpty { _ = write((isBehindName ? Array("null".utf8) : []) + open.reversed()) }
    return problems
  }

  /// How many names are known at most; of more, those of a record are known in that record alone.
  private static let mostNames = 100_000

  /// Notes which words of paths are names, as bodies say, so that they are replaced in records
  /// without that body, too.
  ///
  /// - Parameter goesOn: Whether to go on, asked at each record.
  package mutating func learn(
    from input: CaptureInput, by reader: inout CaptureReader, while goesOn: () -> Bool
  ) {
    _ = reader.readPieces(of: input) { piece, bytes in
      let format: CaptureFormat
      switch piece {
      case .envelopeLine: format = .exchanges
      case .entry(let found): format = found
      default: return goesOn()
      }
      guard names.count < Self.mostNames, isJSON(bytes) else { return goesOn() }
      names.formUnion(RecordRedactor.names(in: document.root, format))
      return goesOn()
    }
  }

  private static func comma(_ isNeeded: Bool) -> [UInt8] { Array((isNeeded ? ",\n" : "\n").utf8) }

  // MARK: - Pieces

  private mutating func body(
    _ bytes: Span<UInt8>, _ format: CaptureFormat, in input: CaptureInput
  ) -> [UInt8] {
    guard isJSON(bytes) else { return unreadable(bytes) }
    // On one line, a body may look like an exchange.
    let isOnLines = bytes.withUnsafeBufferPointer { $0.contains(0x0a) }
    return judged(bytes, format, in: input) { redactor, root in
      let text = redactor.body(root)
      guard isOnLines, text.count > 2, root.kind == .object || root.kind == .array else {
        return text
      }
      return [text[0]] + "\n".utf8 + text[1...]
    }
  }

  private mutating func line(_ bytes: Span<UInt8>, in input: CaptureInput) -> [UInt8] {
    guard isJSON(bytes) else { return unreadable(bytes) }
    return judged(bytes, .exchanges, in: input) { redactor, root in redactor.envelope(root) }
  }

  private mutating func entry(
    _ bytes: Span<UInt8>, _ format: CaptureFormat, in input: CaptureInput
  ) -> [UInt8] {
    guard isJSON(bytes) else { return unreadable(bytes) }
    return judged(bytes, format, in: input) { redactor, root in redactor.entry(root, format) }
  }

  /// A member of an archive that is no entry.
  private mutating func other(_ bytes: Span<UInt8>) -> [UInt8] {
    guard isJSON(bytes) else { return Array("null".utf8) }
    if let version = document.root.string,
      version.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }),
      version.utf8.count <= 5
    {
      return Array(document.root.rawBytes)
    }
    var redactor = RecordRedactor(values, contracts, names: names)
    return redactor.body(document.root)
  }

  private func name(_ name: String) -> [UInt8] {
    Array("\(JSONWriter.text(of: values.parameterName(name))):".utf8)
  }

  private mutating func isJSON(_ bytes: Span<UInt8>) -> Bool {
    do {
      try document.reparse(bytes, options: JSONParsingOptions(maximumDepth: .max))
      return true
    } catch {
      return false
    }
  }

  private func unreadable(_ bytes: Span<UInt8>) -> [UInt8] {
    let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    return Array(values.unreadable(text).utf8)
  }

  // MARK: - The same verdict

  /// How often a record is written again with less replaced.
  private static let mostAttempts = 6

  /// Returns a record of which a check says what it says of the first one: if it says something
  /// else of a value, less of that one is replaced.
  private mutating func judged(
    _ bytes: Span<UInt8>, _ format: CaptureFormat, in input: CaptureInput,
    _ write: (inout RecordRedactor, JSONValue) -> [UInt8]
  ) -> [UInt8] {
    recordCount += 1
    var redactor = RecordRedactor(values, contracts, names: names)
    redactor.packing = packing
    judge?.packing = packing
    let root = document.root
    var text = write(&redactor, root)
    guard judge != nil else { return text }
    var (places, otherPlaces) = ([RecordJudge.Place](), [RecordJudge.Place]())
    let original = Array(document.bytes)
    guard
      let wanted = judge?.verdict(
        of: Self.framed(original, format), format, in: input, places: &places)
    else { return text }
    for _ in 0..<Self.mostAttempts {
      guard
        let verdict = judge?.verdict(
          of: Self.framed(text, format), format, in: input, places: &otherPlaces)
      else { break }
      if verdict == wanted { return text }
      let findings = verdict.differing(from: wanted)
      let found = (places + otherPlaces).filter { findings.contains($0.finding) }
      let isLess = [false, true].map { isOfRequest in
        let nodes = found.filter { $0.isOfRequest == isOfRequest }.map(\.node)
        return redactor.replaceLess(of: Set(nodes), isOfRequest, in: root, format)
      }
      guard isLess.contains(true) else { break }
      text = write(&redactor, root)
    }
    let last = judge?.verdict(
      of: Self.framed(text, format), format, in: input, places: &otherPlaces)
    if last != wanted { differingCount += 1 }
    return text
  }

  private static func framed(_ text: [UInt8], _ format: CaptureFormat) -> [UInt8] {
    let (start, end) =
      switch format {
      case .har: (#"{"log":{"entries":["#, "]}}")
      case .vcr: (#"{"http_interactions":["#, "]}")
      default: ("", "")
      }
    return start.utf8 + text + end.utf8
  }
}
