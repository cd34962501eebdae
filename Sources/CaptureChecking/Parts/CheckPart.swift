import CaptureSources
import JSONParsing

/// A part of a capture as a file says it was checked: its header is read, its totals are not yet.
package struct CheckPart {
  package let header: PartHeader
  /// The file, and which of its parts if it has several, safe to display.
  package let name: String
  package let root: PartValue

  /// Reads the parts of a file: one, or one a line.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - file: Its name.
  package static func parts(in text: [UInt8], of file: String) throws(PartError) -> [CheckPart] {
    switch parsed(text) {
    case .success(let document): return [try CheckPart(document, in: text, of: file)]
    case .failure(let error):
      guard let parts = try partsOfLines(text, file) else {
        throw PartError(
          "\(displayed(file)):\(TextPosition(offset: error.offset, in: text))",
          "this is no part: \(error)", hint: "check --partial FILE writes one")
      }
      return parts
    }
  }

  /// - Returns: `nil`, if the first line is no JSON either.
  private static func partsOfLines(
    _ text: [UInt8], _ file: String
  ) throws(PartError) -> [CheckPart]? {
    var parts: [CheckPart] = []
    for (number, line) in text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d }) {
      let bytes = Array(line)
      switch parsed(bytes) {
      case .success(let document):
        // A line's errors are told by its place in the file.
        parts.append(try CheckPart(document, in: bytes, of: "\(file) line \(number + 1)"))
      case .failure(let error):
        if parts.isEmpty { return nil }
        throw PartError("\(displayed(file)):\(number + 1)", "this is no part: \(error)")
      }
    }
    return parts
  }

  private static func parsed(_ text: [UInt8]) -> Result<JSONDocument, JSONParseError> {
    Result { () throws(JSONParseError) in try JSONDocument(parsing: text) }
  }

  private init(
    _ document: JSONDocument, in text: [UInt8], of file: String
  ) throws(PartError) {
    name = displayed(file)
    root = PartValue(value: document.root, file: file, text: text)
    header = try PartHeader(root)
  }
}

extension PartHeader {
  /// So that the inputs of all parts can be numbered.
  private static let largestInputCount = 1 << 32

  init(_ root: PartValue) throws(PartError) {
    let subject = Subject.allCases.first { root.optional($0.rawValue) != nil }
    guard root.value.kind == .object, let subject, let version = root.optional(subject.rawValue)
    else {
      throw root.error("this is no part of a check", hint: "check --partial FILE writes one")
    }
    guard try version.number() == subject.version else {
      throw version.error(
        "the part is of version \(displayed(version.value.rawText)), not of \(subject.version)",
        hint: "the same version of contractcheck has to check and to merge")
    }
    self.init(subject)
    for mark in try root.member("contracts").elements() {
      contracts.append(
        ContractMark(
          name: try mark.member("name").string(), digest: try mark.member("digest").fingerprint()))
    }
    files = try root.member("files").fingerprint()
    for option in try root.member("options").members() {
      options[option.name] = try option.value.strings()
    }
    for rule in try root.member("inputRules").elements() {
      let texts = try rule.strings()
      guard texts.count == 2 else { throw rule.error("expected a pattern and a type") }
      inputRules.append(InputRule(pattern: texts[0], type: texts[1]))
    }
    let shard = try root.member("shard")
    if !shard.value.isNull {
      share = CaptureShare(try shard.string())
      if share == nil { throw shard.error("expected K/N, such as 1/4") }
    }
    capture = try root.member("capture").fingerprint()
    let inputs = try root.member("inputs")
    inputCount = try inputs.number()
    guard inputCount <= Self.largestInputCount else {
      throw inputs.error("there are too many inputs")
    }
    hasFiles = try root.member("hasFiles").bool()
    isComplete = try root.member("complete").bool()
    for problem in try root.member("notFound").elements() {
      problems.append(try problem.safeString())
    }
  }
}
