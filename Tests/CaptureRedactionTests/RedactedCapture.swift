import CaptureChecking
import CaptureRedaction
import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import ValueRedaction

/// A capture and its redacted version.
struct RedactedCapture {
  /// The redacted text.
  let text: String
  let problems: [CaptureProblem]
  /// The values that could not be replaced properly.
  let notes: RedactionNotes

  /// - Parameters:
  ///   - contracts: The contracts whose literals and constraints are kept; without any, everything
  ///     is replaced.
  ///   - seed: The seed of the replacements: equal seeds give equal replacements.
  init(
    _ text: String, named name: String = "a.ndjson", contracts: [Contract] = [], seed: UInt64 = 7
  ) throws {
    var redactor = CaptureRedactor(
      RedactionKey(seed: seed),
      contracts: RedactionContracts(contracts))
    var (bytes, problems) = ([UInt8](), [CaptureProblem]())
    try withFolder([name: text]) { folder in
      var reader = CaptureReader()
      redactor.learn(from: CaptureInput(file: folder + "/" + name), by: &reader) { true }
      problems = redactor.redact(CaptureInput(file: folder + "/" + name), by: &reader) { piece in
        bytes += piece
        return true
      }
    }
    self.text = String(decoding: bytes, as: UTF8.self)
    (self.problems, notes) = (problems, redactor.notes)
  }

  /// The first line, parsed.
  var first: JSONValue {
    get throws { try JSONDocument(parsing: String(text.prefix { $0 != "\n" })).root }
  }

  /// The findings of a check of a capture: for each endpoint, rule and line, the violations and
  /// payloads.
  static func findings(
    in text: String, named name: String = "a.ndjson", _ contracts: [Contract]
  ) throws -> [String: Int] {
    var check = CaptureCheck(contracts, options: CheckOptions())
    try withFolder([name: text]) { folder in
      var reader = CaptureReader()
      reader.readsRequests = check.readsRequests
      _ = reader.read(CaptureInput(file: folder + "/" + name)) { check.check($0, $1) }
    }
    check.finish()
    var findings = [
      "payloads": check.totals.payloadCount, "unmatched": check.totals.unmatched.count,
      "bodiless": check.totals.bodilessCount,
    ]
    for (key, totals) in check.totals.groups {
      let place = "\(key.endpoint.number) \(key.rule) \(key.line ?? -1)"
      findings[place, default: 0] += totals.count
    }
    return findings
  }
}

extension JSONValue {
  /// The paths and kinds of the values: `.items[].id number`.
  var structure: [String] {
    var (found, open) = ([String](), [(value: self, path: "")])
    while let (value, path) = open.popLast() {
      found.append("\(path) \(value.kind)")
      open += value.members.map { ($0.value, path + "." + $0.name.text) }
      open += value.elements.map { ($0, path + "[]") }
    }
    return found
  }
}
