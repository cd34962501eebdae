import ContractModel
import Foundation

/// `contractbench peers`: the command, and programs of `Fixtures/peers` that check the same lines
/// with other libraries, as whole processes and in turn.
///
/// Each program counts the lines that it rejects, and all counts have to agree. Programs that are
/// not installed are listed as absent. `CONTRACTBENCH_PYTHON` sets the Python to use.
enum PeersBenchmark {
  private struct Peer {
    var name: String
    /// A command that succeeds if the peer's library is installed; it may build the program.
    var preparation: [String]
    /// The program and its arguments, without the contract and the lines.
    var command: [String]

    /// A program in Python, and the modules that it needs.
    init(_ name: String, modules: [String], program: String) {
      self.name = name
      preparation = [python, "-c", "import \(modules.joined(separator: ", "))"]
      command = [python, "-B", "Fixtures/peers/\(program)"]
    }

    /// A program in C++, which is compiled for this machine in a folder.
    init(_ name: String, library: String, source: String, folder: URL) {
      let program = folder.appending(path: library).path
      self.name = name
      preparation = [
        "c++", "-O3", "-march=native", "-std=c++17", "Fixtures/peers/\(source)", "-l\(library)",
        "-o",
        program,
      ]
      command = [program]
    }
  }

  private static func peers(in folder: URL) -> [Peer] {
    [
      Peer("msgspec", modules: ["msgspec"], program: "msgspec_check.py"),
      Peer("pydantic", modules: ["pydantic"], program: "pydantic_check.py"),
      Peer(
        "orjson with jsonschema-rs", modules: ["orjson", "jsonschema_rs"],
        program: "jsonschema_check.py"),
      Peer(
        "simdjson on demand", library: "simdjson", source: "simdjson_check.cpp", folder: folder),
    ]
  }

  /// A check of a small capture is mostly the start of the processes.
  private static let byteCount = 200_000_000
  private static let roundCount = 5

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contractbench-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let present = peers(in: folder).filter { peer in
      let isPresent = ChildProcess.succeeds(
        peer.preparation[0], Array(peer.preparation.dropFirst()))
      if !isPresent { print("peers: \(peer.name) is absent") }
      return isPresent
    }
    for (name, records) in [
      ("users", ShapedRecords.users), ("wide records", .issues), ("webhooks", .webhooks),
    ] {
      try measure(name, records, present, folder)
    }
  }

  private static var python: String {
    ProcessInfo.processInfo.environment["CONTRACTBENCH_PYTHON"] ?? "python3"
  }

  private static func measure(
    _ name: String, _ records: ShapedRecords, _ peers: [Peer], _ folder: URL
  ) throws {
    let lines = folder.appending(path: "lines.ndjson")
    let contract = folder.appending(path: "bench\(Contract.fileSuffix)")
    let lineCount = try records.write(byteCount, to: lines, violatingEvery: 100)
    try Data(records.contract().utf8).write(to: contract)
    let output = folder.appending(path: "output")
    var seconds: [String: [Double]] = [:]
    for _ in 0..<roundCount {
      let own = try ChildProcess(
        command.path, checkArguments(records, lines, contract), output: output)
      guard own.exitCode == 1 else { throw Failure("contractcheck ends with \(own.exitCode)") }
      seconds["contractcheck", default: []].append(own.seconds)
      for peer in peers {
        let run = try ChildProcess(
          peer.command[0], peer.command.dropFirst() + [contract.path, lines.path],
          output: output)
        guard run.output == "\(lineCount) records, \(refusedCount(own.output)) refused\n" else {
          throw Failure("\(peer.name) says otherwise of \(name): \(run.output)")
        }
        seconds[peer.name, default: []].append(run.seconds)
      }
    }
    let own = median(seconds["contractcheck"] ?? [])
    print("peers: \(name), \(lineCount) lines: contractcheck \(speed(own))")
    for peer in peers {
      let theirs = median(seconds[peer.name] ?? [])
      let ratio = String(format: "%.2fx", theirs / own)
      print("peers: \(name): \(ratio) \(peer.name) (\(speed(theirs)))")
    }
  }

  /// Returns the number of lines that the command rejects, over all endpoints of its report.
  private static func refusedCount(_ report: String) -> Int {
    report.matches(of: /"refused": (\d+)/).compactMap { Int($0.1) }.reduce(0, +)
  }

  private static func checkArguments(
    _ records: ShapedRecords, _ lines: URL, _ contract: URL
  ) -> [String] {
    let target = records.events.isEmpty ? ["--as", records.shapes[0].name] : []
    return ["check", lines.path, "-c", contract.path, "--jobs", "1", "--report", "json"] + target
  }

  /// The built command beside this one.
  static var command: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "contractcheck")
  }

  private static func speed(_ seconds: Double) -> String {
    String(format: "%.0f MB/s", Double(byteCount) / 1e6 / seconds)
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}
