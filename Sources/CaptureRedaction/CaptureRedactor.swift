package import CaptureSources
import JSONParsing
package import ValueRedaction

/// Rewrites captures with other values, so that they can be stored where others can read them.
///
/// Values are replaced by others of the same type, format and length, and equal values by equal
/// ones wherever they occur. Credentials are removed; keys and the nesting stay. With contracts, a
/// replacement keeps and breaks the same constraints as the value, so that a check has the same
/// findings in both captures.
package struct CaptureRedactor {
  private let values: ValueRedactor
  private let contracts: RedactionContracts
  private var document = JSONDocument.empty
  private var packing: InputPacking?
  /// The path segments that bodies contain as names of objects.
  private var names: Set<MemberName> = []
  package private(set) var recordCount = 0
  /// The values that could not be replaced properly.
  package var notes: RedactionNotes { values.notes }

  /// - Parameter contracts: The contracts, whose literals and keys stay, and whose constraints
  ///   replacements keep.
  package init(_ key: RedactionKey, contracts: RedactionContracts) {
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
    // What stands before the next name or entry; nothing, if a value is next.
    var (separator, open) = ("\n", [UInt8]())
    packing = reader.packing
    let problems = reader.readPieces(of: input) { piece, bytes in
      switch piece {
      case .head: return write(redactor.head(bytes))
      case .body: return write(body(bytes))
      case .line(let root, let format):
        return write((root.map { record(redactor.record($0, format)) } ?? []) + "\n".utf8)
      case .opening(let bracket):
        separator = "\n"
        // The codes of `}` and `]` are two above those of the opening brackets.
        open.append(bracket + 2)
        return write([bracket])
      case .closing(let bracket):
        separator = ",\n"
        open.removeLast()
        return write([bracket])
      case .name(let name):
        defer { separator = "" }
        return write(Array("\(separator)\(JSONWriter.text(of: values.parameterName(name))):".utf8))
      case .member(let value):
        separator = ",\n"
        return write(value.map { other($0) } ?? Array("null".utf8))
      case .entry(let root, let format):
        defer { separator = ",\n" }
        return write(separator.utf8 + record(redactor.record(root, format)))
      }
    }
    // A truncated archive is completed.
    if !open.isEmpty { _ = write(Array((separator.isEmpty ? "null" : "").utf8) + open.reversed()) }
    return problems
  }

  /// The maximum number of known names. Beyond it, the names of a record are known only within the
  /// record.
  private static let mostNames = 100_000

  /// Records which path segments are names in bodies, so that they are replaced in records without
  /// these bodies, too.
  ///
  /// - Parameter goesOn: Called at each record; returns whether to continue.
  package mutating func learn(
    from input: CaptureInput, by reader: inout CaptureReader, while goesOn: () -> Bool
  ) {
    _ = reader.readPieces(of: input) { piece, _ in
      switch piece {
      case .line(let root?, let format), .entry(let root, let format):
        guard names.count < Self.mostNames else { break }
        names.formUnion(RecordRedactor.names(in: root, format))
      default: break
      }
      return goesOn()
    }
  }

  // MARK: - Pieces

  private var redactor: RecordRedactor {
    RecordRedactor(values: values, contracts: contracts, names: names, packing: packing)
  }

  /// Counts a record, and returns its text.
  private mutating func record(_ text: [UInt8]) -> [UInt8] {
    recordCount += 1
    return text
  }

  /// Returns a body that is the whole text, JSON or not.
  private mutating func body(_ bytes: Span<UInt8>) -> [UInt8] {
    do {
      try document.reparse(bytes, options: JSONParsingOptions(maximumDepth: .max))
    } catch {
      let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      return Array(values.notJSON(text).utf8)
    }
    return record(Self.onLines(redactor.record(document.root), bytes))
  }

  /// Writes a body of several lines on two lines, because a body on one line could look like an
  /// exchange.
  private static func onLines(_ text: [UInt8], _ bytes: Span<UInt8>) -> [UInt8] {
    let isOnLines = bytes.withUnsafeBufferPointer { $0.contains(0x0a) }
    let isContainer = text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
    return isOnLines && isContainer && text.count > 2 ? [text[0]] + "\n".utf8 + text[1...] : text
  }

  /// Returns a member of an archive other than the entries.
  private func other(_ value: JSONValue) -> [UInt8] {
    if let version = value.string,
      version.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }),
      version.utf8.count <= 5
    {
      return Array(value.rawBytes)
    }
    return redactor.record(value)
  }
}
