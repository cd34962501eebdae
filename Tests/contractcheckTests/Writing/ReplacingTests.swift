import DiskReading
import Foundation
import JSONParsing
import TestSupport
import Testing

/// A command that replaces a file, and the input of the command.
private struct Replacement: CustomTestStringConvertible {
  let testDescription: String
  /// The words of a command line, which writes to `$F`.
  let words: String
  /// The exit code.
  var status = 0
  /// The old content of the file.
  var old = "old\n"

  private static let names = """
    amount brand city date email fax gender height iban job kind length mobile note owner phone
    quality region street title unit vendor weight zip
    """.split { " \n".contains($0) }

  private static let contract = """
    { "contract": 1, "endpoints": { "GET /users": "[User]" }, "mappings": { "User": { "map": {
      \(names.map { "\"\($0)\": \"\($0): Int\"" }.joined(separator: ",\n  ")) } } } }

    """
  private static let records = (0..<12).map { number in
    let members = names.map { "\"\($0)\":\(number % 3 == 0 ? "null" : "\(number)")" }
    return "{\(members.joined(separator: ","))}\n"
  }.joined()

  static let files = ["a.contract.json": contract, "x.ndjson": records]

  /// Each file has more than 512 bytes, so that a partial file is possible.
  static let all = [
    Replacement(testDescription: "infer -o", words: #"infer x.ndjson -o "$F" --force"#),
    Replacement(
      testDescription: "infer --update --write",
      words: #"infer x.ndjson --update "$F" --write --as User"#, old: contract),
    Replacement(
      testDescription: "redact -o", words: #"redact x.ndjson -o "$F" --force --seed 7"#),
    Replacement(
      testDescription: "a baseline",
      words:
        #"check x.ndjson -c a.contract.json --as User --write-baseline "$F" --reason a --expires 2099-01-01"#,
      old: #"{ "baseline": 2, "entries": [] }"#
    ),
    Replacement(
      testDescription: "a report",
      words: #"check x.ndjson -c a.contract.json --as User --report json="$F""#, status: 1),
    Replacement(
      testDescription: "a part",
      words: #"check x.ndjson -c a.contract.json --as User --partial "$F""#),
  ]
}

@Suite("A file is replaced as a whole", .enabled(if: BuiltCommand.isBuilt))
struct ReplacingTests {
  /// Runs a script in which `run` is the command, `old` restores the old file at `$F`, and `new` is
  /// the replaced file.
  private func run(
    _ replacement: Replacement, _ script: String, environment: [String: String] = [:]
  ) async throws -> String {
    try await result(of: replacement, script, environment: environment).output
  }

  private func result(
    of replacement: Replacement, _ script: String, environment: [String: String] = [:]
  ) async throws -> (output: String, duration: Duration) {
    var (output, duration) = ("", Duration.zero)
    try await withFolder(Replacement.files) { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/to", withIntermediateDirectories: false)
      try Data(replacement.old.utf8).write(to: URL(filePath: folder + "/old.text"))
      let result = try await BuiltCommand.run(
        #"""
        cd '\#(folder)'; F=to/b.contract.json
        run() { "$COMMAND" \#(replacement.words) > log 2>&1; }
        old() { cp old.text "$F"; }
        whole() { cmp -s "$F" old.text || cmp -s "$F" new.text || echo "half: $(wc -c < "$F")"; }
        old; run; echo "ended with $?"
        cmp -s "$F" old.text && echo "nothing was written"
        cp "$F" new.text; old
        \#(script)
        """#, environment: ["CI": "", "PATH": Programs.path].merging(environment) { $1 })
      (output, duration) = (result.output, result.duration)
    }
    return (output, duration)
  }

  @Test(
    "A link stays; its target is replaced and keeps its permissions",
    arguments: Replacement.all)
  private func link(replacement: Replacement) async throws {
    let output = try await run(
      replacement,
      #"""
      mkdir to/far; mv "$F" to/far/file; chmod 604 to/far/file
      ln -s far/file to/middle; ln -s middle "$F"
      run; echo "ended with $?"
      cmp to/far/file new.text; readlink "$F" to/middle; ls -A to to/far
      ls -l to/far/file | cut -c 1-10
      """#)
    let end = "ended with \(replacement.status)\n"
    #expect(
      output == end + end + """
        middle
        far/file
        to:
        b.contract.json
        far
        middle

        to/far:
        file
        -rw----r--

        """)
  }

  @Test(
    "An incomplete write leaves only the old file",
    arguments: Replacement.all)
  private func full(replacement: Replacement) async throws {
    let output = try await run(
      replacement,
      #"""
      rm log; ulimit -f 1; run; echo "ended with $?"
      cmp "$F" old.text; ls -A to
      """#)
    #expect(
      output == """
        ended with \(replacement.status)
        ended with 4
        b.contract.json

        """)
  }

  @Test(
    "The old file stays in a read-only folder", .enabled(if: Self.canLosePermissions),
    arguments: Replacement.all)
  private func readOnly(replacement: Replacement) async throws {
    let output = try await run(
      replacement,
      #"""
      chmod 777 .; chmod 555 to; rm log
      NOBODY=''; [ "$(id -u)" = 0 ] && NOBODY='setpriv --reuid 65534 --clear-groups'
      $NOBODY "$COMMAND" \#(replacement.words) > log 2>&1; echo "ended with $?"
      grep -o 'b.contract.json cannot be written: .*' log
      cmp "$F" old.text; ls -A to; chmod 755 to
      """#)
    #expect(
      output == """
        ended with \(replacement.status)
        ended with 4
        b.contract.json cannot be written: there is no permission
        b.contract.json

        """)
  }

  /// Whether permissions of folders have an effect here, or can be given one.
  private static let canLosePermissions = getuid() != 0 || Programs.has("setpriv")

  @Test(
    "A read-only file is replaced and stays read-only",
    arguments: Replacement.all)
  private func readOnlyFile(replacement: Replacement) async throws {
    let output = try await run(
      replacement,
      #"""
      chmod 444 "$F"; run; echo "ended with $?"
      cmp "$F" new.text; ls -A to; ls -l "$F" | cut -c 1-10
      """#)
    let end = "ended with \(replacement.status)\n"
    #expect(output == end + end + "b.contract.json\n-r--r--r--\n")
  }

  /// The number of killed processes; `CONTRACTCHECK_KILLS` sets a larger one.
  private static let killCount =
    ProcessInfo.processInfo.environment["CONTRACTCHECK_KILLS"] ?? "20"

  @Test(
    "A killed process leaves the old or the new file, which the next replaces",
    .enabled(if: TestDepth.isFull),
    arguments: Replacement.all)
  private func killed(replacement: Replacement) async throws {
    let took = Int(try await result(of: replacement, "").duration / .microseconds(1))
    // The moments are distributed over the running time of the command.
    let output = try await run(
      replacement,
      #"""
      number=0
      while [ $number -lt $ROUNDS ]; do
        number=$((number + 1))
        "$COMMAND" \#(replacement.words) > log 2>&1 &
        moment=$((\#(took) * number / ROUNDS))
        sleep $(printf '%d.%06d' $((moment / 1000000)) $((moment % 1000000)))
        kill -KILL $! 2> kill.log; wait $! 2>> kill.log
        whole; cmp -s "$F" old.text || old
      done
      run; echo "ended with $?"; cmp "$F" new.text
      """#, environment: ["ROUNDS": Self.killCount])
    let end = "ended with \(replacement.status)\n"
    #expect(output == end + end)
  }
}

@Suite("A file is written under another name until it is complete")
struct ReplacingFileTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("Readers of a file with several writers find one complete text")
  func whole() throws {
    try withFolder([:]) { folder in
      let url = URL(filePath: folder + "/a")
      // More than one write takes.
      let texts = ["a", "b", "c"].map { Array(String(repeating: $0, count: 300_000).utf8) }
      try ReplacingFile.write(texts[0], to: url)
      let endedCount = Atomic(0)
      for number in 0..<2 {
        Thread {
          for round in 0..<40 { try? ReplacingFile.write(texts[(number + round) % 3], to: url) }
          _ = endedCount.add(1)
        }.start()
      }
      var halves: [Int] = []
      while endedCount.load() < 2 {
        let found = Array(try Data(contentsOf: url))
        if !texts.contains(found) { halves.append(found.count) }
      }
      #expect(halves == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    }
  }

  @Test("Leftover files of killed processes are harmless")
  func leftOver() throws {
    try withFolder([:]) { folder in
      let path = folder + "/a"
      let first = try ReplacingFile(path, named: "a")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let name = try #require(names.first)
      let number = try #require(Int(name.dropLast(4).split(separator: "-").last ?? ""))
      // Other tests use such names at the same time.
      let taken = (1...500).map { "\(folder)/.contractcheck-\(getpid())-\(number + $0).tmp" }
      for path in taken { try Data("left".utf8).write(to: URL(filePath: path)) }
      let second = try ReplacingFile(path, named: "a")
      try second.write(Array("second".utf8))
      try second.end()
      #expect(try text(path) == "second")
      for path in taken { #expect(try text(path) == "left") }
      try first.write(Array("first".utf8))
      try first.end()
      #expect(try text(path) == "first")
    }
  }

  @Test("A dangling link stays a link, and a link to itself is an error")
  func deadLink() throws {
    try withFolder(["to/file": ""]) { folder in
      let manager = FileManager.default
      try manager.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: "to/../to/new")
      try ReplacingFile.write(Array("text".utf8), to: URL(filePath: folder + "/link"))
      #expect(try text(folder + "/to/new") == "text")
      #expect(try manager.destinationOfSymbolicLink(atPath: folder + "/link") == "to/../to/new")
      try manager.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
      #expect(throws: WriteFailure(folder + "/loop", code: ELOOP)) {
        try ReplacingFile.write([], to: URL(filePath: folder + "/loop"))
      }
    }
  }
}
