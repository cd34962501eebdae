import CaptureChecking
import CaptureSources
import ContractDrafting
import ContractModel
import Foundation
import JSONParsing
import MappingEngine

extension Command {
  static let infer = Command(
    name: "infer", summary: "draft a contract from captures", operands: "INPUT...",
    details: """
      Prints a contract that the captures keep, with what was seen as comments. An INPUT is what check
      reads. Each host is a contract; without --out, the one with the most bodies is printed, and
      standard error names the others.

      The same captures give the same draft, in any order. The only values in it are tags, and open
      lists such as 'open' | 'closed' | String for keys like status. Delete the lines that the app
      does not read, and rename properties to what the app calls them.

      --out also writes .contractcheck.json, so that check in that folder knows what bare bodies are.
      A file that exists is not replaced without --force.

      --update prints a diff of an existing contract that admits the captures, for git apply or
      patch -p1. It adds ? to keys that were absent and to types that were null, types to unions,
      literals, cases, and endpoints that the contract does not have. Comments, order and layout stay,
      and so does all that the contract admits. Constraints, long forms, included files and mappings
      that met something else are not changed; standard error names them.

      Exit codes: 0 if something was drafted, or if --update has nothing to propose or has written it;
      1 if --update proposes a change, or names an error that its changes do not repair, so that a CI
      step tells when captures have outgrown a contract; 5 if no payload of the captures belongs to
      the contract.

      \(SummaryOptions.parts)
      """.paragraphs, options: InferOptions.init
  ) { options, operands, console in
    if let code = try options.reading.part(of: operands, for: .infer, console) { return code }
    if let update = options.update { return try update.run(operands, options.reading, console) }
    let (summary, hasProblems) = try options.reading.summary(of: operands, console)
    guard Interruption.hasCome else {
      return try options.draft(summary, hasProblems: hasProblems, console)
    }
    let isPrinted = options.output == nil && options.folder == nil
    if isPrinted { _ = try options.draft(summary, hasProblems: hasProblems, console) }
    let rest = isPrinted ? "the draft is of what was read so far" : "no draft is written"
    return Interruption.end(console, rest) ?? .success
  }
}

struct InferOptions: CommandOptions {
  let output: String?
  let folder: String?
  let isForced: Bool
  let update: UpdateOptions?
  let reading: SummaryOptions

  init(_ options: inout OptionReader) throws(UsageError) {
    output = try options.last(
      OptionDeclaration(
        "output", "FILE", "the file that the draft goes to (default: standard output)", .judging,
        short: "o", path: .whole), .text)
    folder = try options.last(
      "out", "DIR", "a folder that a contract of each host goes to", .text, .judging, path: .whole)
    isForced = try CaptureOptions.isForced(&options)
    update = try UpdateOptions.given(&options)
    reading = try SummaryOptions(&options)
    if output != nil, folder != nil {
      throw UsageError(message: "--output and --out are one or the other")
    }
    if update != nil, reading.partial != nil {
      throw UsageError(message: "--update goes without --partial")
    }
    if update != nil, output != nil || folder != nil || isForced {
      throw UsageError(
        message: "--update goes without --output, --out and --force",
        hint: "the diff is printed; --write changes the contract")
    }
  }
}

/// The last step of `infer`: drafting contracts from a summary.
extension InferOptions {
  /// - Parameter hasProblems: Whether a part of the inputs could not be read.
  func draft(_ summary: CaptureSummary, hasProblems: Bool, _ console: Console) throws -> ExitCode {
    let drafts = ContractDraft.all(of: summary)
    guard let first = drafts.first else {
      if hasProblems { return .unreadableInput }
      SummaryOptions.reportNothing(
        of: summary, "no body was read as JSON, so there is nothing to draft", console)
      return .nothingChecked
    }
    if let folder {
      try write(drafts, to: folder, console)
    } else {
      try write(first, besides: drafts.dropFirst(), console)
    }
    return hasProblems ? .unreadableInput : .success
  }

  // MARK: - One contract

  private func write(
    _ draft: ContractDraft, besides others: ArraySlice<ContractDraft>, _ console: Console
  ) throws {
    try ReportFile.write(draft: draft.text, to: output, isForced: isForced, console)
    if let output, output != "-" { console.error(displayed(output) + ": " + draft.summary) }
    if !others.isEmpty {
      let names = others.map {
        "\(displayed($0.name)) (\(counted($0.bodyCount, "body", "bodies")))"
      }
      console.error("not drafted: \(listed(names)); --out DIR drafts all")
    }
    for (pattern, type) in draft.bodyTypes.prefix(Self.mostHints) {
      console.error("  \(displayed(pattern)) is checked --as \(quoted(type))")
    }
  }

  /// The maximum number of files whose types are printed.
  private static let mostHints = 8

  // MARK: - A folder

  private func write(_ drafts: [ContractDraft], to folder: String, _ console: Console) throws {
    let names = Self.fileNames(of: drafts)
    let configuration = folder + "/" + ConfigurationFile.name
    let types = drafts.flatMap(\.bodyTypes)
    if !isForced {
      for file in names.map({ folder + "/" + $0 }) + (types.isEmpty ? [] : [configuration]) {
        try ReportFile.refuseExisting(file)
      }
    }
    for (name, draft) in zip(names, drafts) {
      let file = folder + "/" + name
      try ReportFile(file).write(draft.text)
      console.error("\(displayed(file)): \(draft.summary)")
    }
    if !types.isEmpty {
      let prefix = drafts.count > 1 ? "payloads#" : ""
      try ReportFile(configuration).write(Self.configuration(types, prefix))
      console.error(
        "\(displayed(configuration)): what files hold, by \(counted(types.count, "pattern"))")
    }
  }

  /// Returns file names that differ on any file system.
  private static func fileNames(of drafts: [ContractDraft]) -> [String] {
    var taken: Set<String> = []
    return drafts.map { draft in
      let bytes = draft.name.utf8.map { byte in
        Self.isPlain(byte) ? byte : UInt8(ascii: "_")
      }
      let stem = String(decoding: bytes.prefix(100), as: UTF8.self)
      var (name, number) = (stem, 2)
      while !taken.insert(name.lowercased()).inserted {
        name = "\(stem)-\(number)"
        number += 1
      }
      return name + ".contract.json"
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    KeyName.isLetter(byte) || KeyName.isDigit(byte) || ".-".utf8.contains(byte)
  }

  /// - Parameter prefix: A prefix for types whose names other contracts may have, too.
  private static func configuration(
    _ types: [(pattern: String, type: String)], _ prefix: String
  ) -> String {
    var writer = JSONWriter(.indented(spaces: 2), escapesUnsafe: true)
    writer.object { writer in
      writer.array("contracts") { $0.string(".") }
      writer.object("inputs") { writer in
        for (pattern, type) in types { writer.member(pattern, prefix + type) }
      }
    }
    return writer.text + "\n"
  }
}

extension ContractDraft {
  /// The host, or a substitute for it.
  fileprivate var name: String {
    switch subject {
    case .host(let host): host.text.isEmpty ? "any" : host.text
    case .payloads: "payloads"
    }
  }

  fileprivate var summary: String {
    "\(counted(mappingCount, "mapping")) from \(counted(bodyCount, "body", "bodies"))"
  }
}
