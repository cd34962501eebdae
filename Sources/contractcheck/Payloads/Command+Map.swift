import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import DiskReading
import Foundation
import JSONParsing
import MappingEngine
import Reporting

extension Command {
  static let map = Command(
    name: "map", summary: "map one payload, and show the objects and every event",
    operands: "PAYLOAD", options: MapOptions.options,
    details: """
      Maps the payload by the contract that knows its type, and prints the objects, what each line of
      the contract did, and what breaks the contract.

      Without --as, --url and --status say which endpoint the payload belongs to. They and the headers
      are what lines with @path, @request and @header read. groups#User is the User of
      groups.contract.json, if several contracts have one.

      The JSON report has objects, each in full once, with its @type and @id, and again as {"@same": its
      @id}; events, with event, source, path, property, bytes, value, old, object and violation;
      violations, with rule, severity, path, pointer, line, column, bytes, message, hint and contract;
      and counts by type: created, reused, distinct, updated, untouched, deleted.

      Exit codes: 1 if the payload has a violation of severity error.
      """.paragraphs
  ) { arguments, console in
    let file = try arguments.operands.only(
      or: "map needs one payload", hint: "a file, or - for standard input")
    let options = try MapOptions(arguments.given)
    guard options.target != nil || options.url != nil else {
      throw UsageError(
        message: "map needs --as",
        hint: "write --as \"[User]\", --as \"user: User\" or an endpoint; or say --url")
    }
    let set = try usableContracts(ContractSearch(options.contracts), console)
    guard
      let named = try options.target.map({ try NamedTarget($0, in: set) })
        ?? options.target(in: set)
    else { return .usage }
    let stated = try options.exchange(for: named)
    let mapper = Mapper(named.contract, as: named.target)
    var store = ObjectStore()
    for given in options.given {
      let bytes = try PayloadFile.bytes(given)
      guard let document = try? parse(bytes, given, console) else { return .unreadableInput }
      mapper.map(document, as: named.target, into: &store, exchange: stated)
    }
    let bytes = try PayloadFile.bytes(file)
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try parse(bytes, file, console)
    } catch {
      if options.isJSON { try console.print(MapReport.unreadable(error), terminator: "") }
      return .violations
    }
    let result = mapper.map(document, as: named.target, into: &store, exchange: stated)
    let report = MapReport(
      PayloadText(name: PayloadFile.shownName(file), bytes: bytes, hiding: result.sensitiveRanges),
      result, by: mapper, of: set, colors: console.outputColors)
    try console.print(options.isJSON ? report.json : report.text, terminator: "")
    if !result.isAdmitted, CaptureReader.holdsExchange(document.root) {
      let body = document.root.kind == .array ? ".[0].body" : ".body"
      console.problem(
        "\(displayed(PayloadFile.shownName(file))) looks like a capture, and map takes one body",
        hint: "check and infer read captures; jq \(body) FILE | contractcheck map - takes a body")
    }
    return result.isAdmitted ? .success : .violations
  }

  /// Returns the payload if it is JSON; otherwise reports and throws the error.
  private static func parse(
    _ bytes: [UInt8], _ name: String, _ console: Console
  ) throws(JSONParseError) -> JSONDocument {
    do {
      return try JSONDocument(parsing: bytes)
    } catch {
      console.error(
        unreadableText(
          error, in: bytes, named: PayloadFile.shownName(name), colors: console.errorColors))
      throw error
    }
  }
}

/// Reads payloads from disk and from standard input.
enum PayloadFile {
  static func bytes(_ name: String) throws -> [UInt8] {
    guard name != "-" else {
      do {
        return try standardInput
      } catch {
        throw RegularFile.Unreadable(description: "\(shownName(name)) cannot be read: \(error)")
      }
    }
    if CaptureInput.isOpenPipe(name) { return try RegularFile.bytes(ofPipe: name) }
    let url = URL(filePath: name)
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw RegularFile.Unreadable(description: "no such file: \(displayed(name))")
    }
    if let problem = RegularFile.problem(with: url) {
      throw RegularFile.Unreadable(
        description: "\(displayed(name)) cannot be read: \(problem.description)")
    }
    return try RegularFile.bytes(of: url)
  }

  static var standardInput: [UInt8] {
    get throws(RegularFile.Unreadable) { try RegularFile.bytes(ofDescriptor: STDIN_FILENO) }
  }

  static func shownName(_ name: String) -> String { name == "-" ? "(standard input)" : name }
}
