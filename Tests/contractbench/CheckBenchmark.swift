import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import Foundation
import Generation
import GzipReading
import JSONParsing
import MappingEngine
import Reporting

/// `contractbench check`: checks NDJSON of users with one job, compared with a `JSONDecoder` that
/// decodes the same lines into plain structs; and with two jobs, compared with one.
enum CheckBenchmark {
  private static let byteCount = 200_000_000
  private static let fileCount = 20_000

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contractbench-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try measureLines(folder)
    try RecordBenchmark.run(folder)
    try PackedLines.measure(folder)
    try measureJobs(folder)
    try measureFiles(folder)
    try measureStart(folder)
  }

  // MARK: - Lines

  private static func measureLines(_ folder: URL) throws {
    let contract = try Contract(at: "users\(Contract.fileSuffix)", files: UserContract())
    let before = peakResidentByteCount()
    var files: [(name: String, url: URL, violating: Int)] = []
    for (name, violating) in [("clean lines", 0), ("1 % violating", 100)] {
      let url = folder.appending(path: "\(violating).ndjson")
      try UserLines.write(byteCount, to: url, violatingEvery: violating)
      files.append((name, url, violating))
      _ = try check(url, contract, violating)
    }
    let memory = peakResidentByteCount() - before
    print("check: \(megabytes(memory)) of memory for \(megabytes(byteCount)) of lines")
    for file in files {
      let decoder = JSONDecoder()
      var lineCount = 0
      let rounds = try PairedRounds(count: 3) {
        lineCount = try check(file.url, contract, file.violating)
      } peer: {
        try UserLines.forEach(in: file.url) { line in
          // A line that breaks the contract is no User either.
          _ = try? decoder.decode(UserLines.User.self, from: line)
        }
      }
      Figure(
        name: "check \(file.name)", byteCount: byteCount, size: "\(lineCount) lines",
        peer: "JSONDecoder", rounds: rounds
      ).print()
    }
  }

  /// Checks a file of users, which may be gzipped.
  ///
  /// - Parameter violating: The expected number of rejected lines.
  /// - Returns: The number of lines.
  static func check(_ url: URL, _ contract: Contract, _ violating: Int) throws -> Int {
    var options = CheckOptions()
    options.bareTarget = CheckOptions.NamedTarget(contract: 0, target: UserContract.target)
    var check = CaptureCheck([contract], options: options)
    var reader = CaptureReader(format: .ndjson)
    reader.packing = .gzip()
    let problems = reader.read(CaptureInput(file: url.path)) { record, body in
      check.check(record, body)
    }
    precondition(problems.isEmpty && check.totals.groups.isEmpty == (violating == 0))
    return check.totals.payloadCount
  }

  // MARK: - Jobs

  private static let largeByteCount = 1_000_000_000

  private static func measureJobs(_ folder: URL) throws {
    let contract = try Contract(at: "users\(Contract.fileSuffix)", files: UserContract())
    let url = folder.appending(path: "large.ndjson")
    try UserLines.write(largeByteCount, to: url, violatingEvery: 100)
    defer { try? FileManager.default.removeItem(at: url) }
    let before = peakResidentByteCount()
    let plan = CapturePlan([CaptureInput(file: url.path)], format: .ndjson)
    var lineCount = 0
    let rounds = PairedRounds(count: 3) {
      lineCount = check(plan, contract, jobCount: 2)
    } peer: {
      precondition(check(plan, contract, jobCount: 1) == lineCount)
    }
    print("check: \(megabytes(peakResidentByteCount() - before)) of memory more with two jobs")
    Figure(
      name: "check with two jobs", byteCount: largeByteCount, size: "\(lineCount) lines",
      peer: "one job", rounds: rounds
    ).print()
    let seconds = (0..<3).map { _ in
      ContinuousClock().measure {
        let counts = try? plan.lineCounts(ofInput: 0, before: plan.items.count - 1)
        precondition((counts ?? []).reduce(0, +) < lineCount)
      } / .seconds(1)
    }
    let rate = Double(largeByteCount) / 1e6 / median(seconds)
    print("check: lines are counted at \(String(format: "%.0f MB/s", rate))")
  }

  private static func check(_ plan: CapturePlan, _ contract: Contract, jobCount: Int) -> Int {
    var options = CheckOptions()
    options.bareTarget = CheckOptions.NamedTarget(contract: 0, target: UserContract.target)
    var workers = CheckWorkers(CaptureReading(plan))
    workers.reading.jobCount = jobCount
    var check = workers.run(CaptureCheck([contract], options: options)).check
    check.finish()
    return check.totals.payloadCount
  }

  // MARK: - Files

  private static func measureFiles(_ folder: URL) throws {
    let contract = try Contract(at: "users\(Contract.fileSuffix)", files: UserContract())
    let users = folder.appending(path: "users")
    try FileManager.default.createDirectory(at: users, withIntermediateDirectories: true)
    for number in 0..<fileCount {
      try Data(UserLines.line(number, isViolating: false)).write(
        to: users.appending(path: "\(number).json"))
    }
    let seconds = (0..<3).map { _ in
      ContinuousClock().measure {
        var options = CheckOptions()
        options.bareTarget = CheckOptions.NamedTarget(contract: 0, target: UserContract.target)
        var check = CaptureCheck([contract], options: options)
        var reader = CaptureReader()
        for input in CaptureSearch(operands: [users.path]).inputs {
          let problems = reader.read(input) { record, body in check.check(record, body) }
          precondition(problems.isEmpty)
        }
        precondition(check.totals.payloadCount == fileCount)
      }
    }
    let rate = Double(fileCount) / (seconds.sorted()[1] / .seconds(1))
    print("check: \(String(format: "%.0f", rate)) files/s, \(fileCount) small files")
  }

  // MARK: - Start

  /// Measures the start of the built command: the processor time, and the elapsed time.
  private static func measureStart(_ folder: URL) throws {
    let command = PeersBenchmark.command
    guard FileManager.default.isExecutableFile(atPath: command.path) else { return }
    let line = folder.appending(path: "one.ndjson")
    try Data(UserLines.line(1, isViolating: false)).write(to: line)
    let contract = folder.appending(path: "users\(Contract.fileSuffix)")
    try Data(UserContract().contract(at: contract.path) ?? []).write(to: contract)
    let check = ["check", line.path, "--as", "User", "-c", contract.path]
    for (name, arguments) in [("its version", ["--version"]), ("one record", check)] {
      var (seconds, processor): ([Double], [Double]) = ([], [])
      for _ in 0..<20 {
        let duration = try ContinuousClock().measure {
          let run = try ChildProcess(
            command.path, arguments, output: folder.appending(path: "output"))
          precondition(run.exitCode == 0)
          processor.append(run.seconds)
        }
        seconds.append(duration / .seconds(1))
      }
      let figures = [median(seconds), median(processor)].map { String(format: "%.1f ms", $0 * 1e3) }
      print("check: the command tells \(name) in \(figures[0]), of the processor \(figures[1])")
    }
  }
}

/// Users, one a line.
enum UserLines {
  struct User: Decodable {
    var id: Int
    var login: String
    var name: String
    var email: String?
    var score: Double
    var isAdmin: Bool
    var tags: [String]
  }

  static func line(_ number: Int, isViolating: Bool) -> [UInt8] {
    let email = number % 3 == 0 ? "null" : "\"user\(number)@example.com\""
    let score = isViolating ? "\"high\"" : "\(number % 1_000).125"
    return Array(
      """
      {"id":\(number),"login":"user\(number)","name":"User with the number \(number)",\
      "email":\(email),"score":\(score),"isAdmin":\(number % 2 == 0),\
      "tags":["reader","writer","reviewer"],"url":"https://api.example.com/users/\(number)"}
      """.utf8)
  }

  static func write(_ byteCount: Int, to url: URL, violatingEvery interval: Int) throws {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    var (written, number) = (0, 0)
    var chunk: [UInt8] = []
    while written < byteCount {
      chunk += line(number, isViolating: interval > 0 && number % interval == 0)
      chunk.append(0x0a)
      number += 1
      guard chunk.count >= 1 << 20 || written + chunk.count >= byteCount else { continue }
      try file.write(contentsOf: chunk)
      written += chunk.count
      chunk.removeAll(keepingCapacity: true)
    }
  }

  static func forEach(in url: URL, _ body: (Data) throws -> Void) throws {
    let data = try Data(contentsOf: url, options: .alwaysMapped)
    var start = data.startIndex
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: 0x0a) ?? data.endIndex
      try body(data[start..<end])
      start = end + 1
    }
  }
}

/// The contract of a user.
struct UserContract: ContractFiles {
  static let target = MappingTarget.type(
    root: .representation, ConstrainedType(.mapping(Located("User"))))

  func contract(at path: String) -> [UInt8]? {
    Array(
      """
      { "contract": 1,
        "mappings": {
          "User": { "identifiedBy": "id", "map": {
            "id": "Int", "login": "String", "name": "String", "email?": "String?",
            "score": "Double", "isAdmin": "Bool", "tags": "[String]" } } } }
      """.utf8)
  }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool { false }

  func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
}
