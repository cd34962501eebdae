import CaptureRedaction
import CaptureSources
import ContractModel
import DiskReading
import Foundation
import GzipReading
import JSONParsing
import ValueRedaction

struct RedactRun {
  private let options: RedactOptions
  private let console: Console
  private let outputs: [Output]
  private let problems: [CaptureProblem]
  private let maps: [CaptureReader.Map]

  private struct Output {
    var input: CaptureInput
    var path: String
    /// Whether the input's name is that of a packed file, which is written unpacked.
    var isUnpacked = false
  }

  init(
    _ operands: [String], _ options: RedactOptions, _ console: Console
  ) throws(UsageError) {
    guard !operands.isEmpty else {
      throw UsageError(message: "redact needs an input", hint: "a file, a folder, or -")
    }
    guard let output = options.output else {
      throw UsageError(message: "redact needs --output", hint: "write -o FILE, or -o FOLDER")
    }
    maps = try ConfigurationFile.nearest().maps
    let search = CaptureSearch(
      operands: operands, known: maps.map(\.pattern), format: options.format, takesBodyFiles: true)
    if let notice = search.notice { console.error(notice) }
    (self.options, self.console, problems) = (options, console, search.problems)
    let hasFolder = operands.contains { PackageRoot.isFolder(URL(filePath: $0)) }
    outputs =
      hasFolder || search.inputs.count > 1
      ? search.inputs.map { Self.output($0, of: operands, in: output) }
      : search.inputs.map { Output(input: $0, path: output) }
    try checkOutputs()
  }

  /// Returns the output file of an input in a folder: its path below the single operand, or else
  /// its path as written.
  private static func output(
    _ input: CaptureInput, of operands: [String], in folder: String
  ) -> Output {
    var name = input.isStream ? "stdin" : input.name
    if operands.count == 1, name.hasPrefix(operands[0]) {
      name = String(name.dropFirst(operands[0].count))
    }
    let parts = name.split(separator: "/").filter { $0 != "." && $0 != ".." }
    name = parts.joined(separator: "/")
    let isPacked = name.lowercased().hasSuffix(".gz")
    if isPacked { name = String(name.dropLast(3)) }
    return Output(input: input, path: folder + "/" + name, isUnpacked: isPacked)
  }

  private func checkOutputs() throws(UsageError) {
    var names: Set<String> = []
    for output in outputs {
      guard names.insert(output.path).inserted else {
        throw UsageError(
          message: "two inputs would be written to \(displayed(output.path))",
          hint: "name the folder that they are in")
      }
      guard options.isForced || !FileManager.default.fileExists(atPath: output.path) else {
        throw UsageError(
          message: "\(displayed(output.path)) is there already", hint: "--force replaces it")
      }
    }
  }

  // MARK: - Running

  /// - Parameter set: The contracts whose constraints replacements keep and break like the values.
  func run(_ set: ContractSet?) throws -> ExitCode {
    for problem in problems { console.problem("\(problem)") }
    Interruption.note()
    var redactor = CaptureRedactor(
      options.seed.map { RedactionKey(seed: $0) } ?? RedactionKey(),
      contracts: RedactionContracts(set?.contracts ?? []))
    var reader = CaptureReader(format: options.format)
    (reader.packing, reader.maps) = (.gzip(), maps)
    reader.isStopped = { Interruption.hasCome }
    for output in outputs where !output.input.isStream {
      redactor.learn(from: output.input, by: &reader) { !Interruption.hasCome }
    }
    var unread = problems
    for (number, output) in outputs.enumerated() {
      let file = try ReportFile(output.path).opened()
      var (isEmpty, failure) = (true, WriteFailure?.none)
      let problems = redactor.redact(output.input, by: &reader) { bytes in
        isEmpty = isEmpty && bytes.isEmpty
        do throws(WriteFailure) {
          try file.write(bytes)
        } catch {
          failure = error
        }
        return failure == nil && !Interruption.hasCome
      }
      if let failure { throw failure }
      let count = "\(number) of \(counted(outputs.count, "file"))"
      if let code = Interruption.end(console, "\(count) written") { return code }
      unread += problems
      // An unreadable input leaves no output.
      guard problems.isEmpty || !isEmpty else { continue }
      try file.end()
      if output.isUnpacked {
        console.error("contractcheck: \(displayed(output.path)) is written unpacked")
      }
    }
    return try report(redactor, unread)
  }

  private func report(_ redactor: CaptureRedactor, _ unread: [CaptureProblem]) throws -> ExitCode {
    for problem in unread.dropFirst(problems.count) { console.problem("\(problem)") }
    let records = counted(redactor.recordCount, "record")
    try console.print("redacted \(records) in \(counted(outputs.count, "file"))")
    guard unread.isEmpty else { return .unreadableInput }
    let notes = redactor.notes
    if notes.staying.count > 0 {
      console.problem(Self.text(notes.staying, "stayed the same, for few are of its kind"))
    }
    guard notes.breaking.count > 0 else { return .success }
    console.problem(
      Self.text(notes.breaking, "found no other that keeps what a contract asks"),
      hint: "check both captures, and compare")
    return .violations
  }

  private static func text(_ total: RedactionNotes.Total, _ what: String) -> String {
    let words = total.words.map { displayed($0) }.joined(separator: ", ")
    return "\(counted(total.count, "value")) \(what)" + (words.isEmpty ? "" : ": \(words)")
  }
}
