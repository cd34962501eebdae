package import CaptureSources
import JSONParsing
package import ValueRedaction

/// Rewrites captures with other values, so that they can be kept where others read them.
///
/// Values are replaced by others of the same type, format and length, and equal values by equal
/// ones wherever they occur; credentials are removed; keys and the nesting stay. With contracts, a
/// replacement keeps and breaks the same constraints as the value, so that a check finds the same
/// in both captures.
package struct CaptureRedactor {
  private let values: ValueRedactor
  private let contracts: RedactionContracts?
  private var document = JSONDocument.empty
  private var packing: InputPacking?
  /// The path segments that bodies contain as names of objects.
  private var names: Set<MemberName> = []
  package private(set) var recordCount = 0
  /// The values that could not be replaced properly.
  package var notes: RedactionNotes { values.notes }

  /// - Parameter contracts: The contracts, whose literals and keys stay, and whose constraints
  ///   replacements keep.
  package init(_ key: RedactionKey, contracts: RedactionContracts? = nil) {
    (values, self.contracts) = (ValueRedactor(key, contracts), contracts)
  }

  /// Rewrites an input record by record; the memory holds one record at a time.
  ///
  /// - Parameters:
  ///   - reader: The reader of the input.
  ///   - write: Accepts the next bytes; returns whether it wants more.
  /// - Returns: The problems of the parts that could not be read, which are omitted.
  package mutating func redact(
    _ input: CaptureInput, by reader: inout CaptureReader, write: ([UInt8]) -> Bool
  ) -> [CaptureProblem] {
    var (needsComma, isBehindName, open) = (false, false, [UInt8]())
    packing = reader.packing
    let problems = reader.readPieces(of: input) { piece, bytes in
      switch piece {
      case .body: return write(record(bytes) { Self.onLines($0.body($1), bytes) })
      case .bodyLine: return write(record(bytes) { $0.body($1) } + "\n".utf8)
      case .envelopeLine: return write(record(bytes) { $0.envelope($1) } + "\n".utf8)
      case .blankLine: return write(Array("\n".utf8))
      case .opening(let bracket):
        (needsComma, isBehindName) = (false, false)
        // The codes of `}` and `]` are two above those of the opening brackets.
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
        return write(Self.comma(needsComma) + record(bytes) { $0.entry($1, format) })
      case .head: return write(redactor.head(bytes))
      }
    }
    // A truncated archive is completed.
    if !open.isEmpty { _ = write((isBehindName ? Array("null".utf8) : []) + open.reversed()) }
    return problems
  }

  /// The maximal number of known names. Beyond it, the names of a record are known only within the
  /// record.
  private static let mostNames = 100_000

  /// Records which path segments are names in bodies, so that they are replaced in records without
  /// these bodies, too.
  ///
  /// - Parameter goesOn: Called at each record; returns whether to continue.
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

  private var redactor: RecordRedactor { RecordRedactor(values, contracts, names, packing) }

  private mutating func record(
    _ bytes: Span<UInt8>, _ write: (RecordRedactor, JSONValue) -> [UInt8]
  ) -> [UInt8] {
    guard isJSON(bytes) else { return unreadable(bytes) }
    recordCount += 1
    return write(redactor, document.root)
  }

  /// Puts a body that had several lines on two, because a body on one line could look like an
  /// exchange.
  private static func onLines(_ text: [UInt8], _ bytes: Span<UInt8>) -> [UInt8] {
    let isOnLines = bytes.withUnsafeBufferPointer { $0.contains(0x0a) }
    let isContainer = text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
    return isOnLines && isContainer && text.count > 2 ? [text[0]] + "\n".utf8 + text[1...] : text
  }

  /// Returns a member of an archive other than the entries.
  private mutating func other(_ bytes: Span<UInt8>) -> [UInt8] {
    guard isJSON(bytes) else { return Array("null".utf8) }
    if let version = document.root.string,
      version.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }),
      version.utf8.count <= 5
    {
      return Array(document.root.rawBytes)
    }
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
}
