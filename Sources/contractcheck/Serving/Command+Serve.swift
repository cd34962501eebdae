import ContractModel
import DiskReading
import FixtureServing
import Foundation
import JSONParsing
import MappingEngine

extension Command {
  static let serve = Command(
    name: "serve", summary: "answer HTTP requests with fixtures and generated payloads",
    operands: "[DIR]",
    details: """
      Prints its URL once it answers, and a line for each request on standard error; lines that nobody
      reads are dropped and counted, and hold nothing up. The files of DIR
      are served by their paths. DIR/routes.json maps other paths to files:
      {"GET /articles/:category/:id": "article.json"}. Unless a file has the name, /offline answers 503,
      and /error 400 with a body. Nothing outside of DIR is read, not through links either.

      With --contracts, each endpoint answers with drawn payloads; --faults says how many of them the
      contract refuses. The same seed and order of requests give the same payloads. The header
      Payload-Id names the payload, for replay. Of the endpoints of one path, that of success answers.
      Files, and paths with fewer parameters, go first.

      Exit codes: 0 when it is interrupted or asked to end.
      """.paragraphs, options: ServeOptions.init
  ) { options, operands, console in
    guard operands.count <= 1 else {
      throw UsageError(message: "serve takes one folder", hint: "a folder may have folders in it")
    }
    guard !operands.isEmpty || !options.contracts.isEmpty else {
      throw UsageError(
        message: "serve needs a folder, or --contracts", hint: "contractcheck serve Fixtures")
    }
    var stubs: [Stub] = []
    if !options.contracts.isEmpty {
      let found = ContractSearch(options.contracts)
      let code: ExitCode = found.problems.isEmpty ? .invalidContract : .unreadableInput
      let set = try usableContracts(found, console, ifNone: code, ifInvalid: code)
      guard found.problems.isEmpty else { return code }
      stubs =
        DrawnResponses(set.contracts, faultPercentage: options.faultPercentage, seed: options.seed)
        .stubs
    }
    do {
      return try serve(operands.first, stubs, options, console)
    } catch let error as StubError {
      console.problem(error.message, hint: error.notes.first)
      return .unreadableInput
    }
  }

  private static func serve(
    _ folder: String?, _ stubs: [Stub], _ options: ServeOptions, _ console: Console
  ) throws -> ExitCode {
    let folder = try folder.map { try FixtureFolder(URL(filePath: $0)) }
    // The threads of the server inherit the blocked signals, which are waited for here.
    var signals = Interruption.signals
    // Shells make background programs ignore SIGINT.
    for number in Interruption.numbers { signal(number, SIG_DFL) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let log = LineWriter { console.error($0, terminator: "") }
    let server = try FixtureServer(folder, stubs: stubs, settings: options.settings) {
      request, response in
      let id = response.headers.entries.first { $0.name.text == DrawnResponses.header }?.text
      log.add(
        "\(request) \(response.status) \(response.body.count)" + (id.map { " \($0)" } ?? "")
          + "\n")
    }
    try console.print(server.baseURL.absoluteString)
    var number: Int32 = 0
    sigwait(&signals, &number)
    server.stop()
    log.finish()
    return .success
  }
}

private struct ServeOptions: CommandOptions {
  var settings = FixtureServer.Settings()
  let contracts: [String]
  let faultPercentage: Int
  let seed: UInt64?

  init(_ options: inout OptionReader) throws(UsageError) {
    settings.port = try options.last(
      "port", "N", "where it listens (default 0, any port that is free)",
      .number("a number from 0 to 65535", in: 0...65_535), or: settings.port)
    settings.host = try options.last(
      "host", "ADDRESS",
      "an IPv4 address of this machine (default 127.0.0.1, which no other machine reaches)", .text,
      or: settings.host)
    contracts = try options.all(.contracts, .text)
    let faults = try options.last(
      "faults", "N%", "how many payloads the contract refuses (default 0%)", .percentage)
    faultPercentage = faults ?? 0
    seed = try options.last(.seed, .number())
    if faults != nil, contracts.isEmpty {
      throw UsageError(message: "--faults needs --contracts", hint: "files are served as they are")
    }
  }
}
