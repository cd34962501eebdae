import TestSupport
import Testing

@Suite("A terminated check reports what it has", .enabled(if: BuiltCommand.isBuilt))
struct SignalTests {
  private static let contract =
    #"{ "contract": 1, "mappings": { "User": { "map": { "id": "Int" } } } }"#

  /// Sends a signal to a check that has read two records and waits for more.
  private func run(_ signal: String, before: String = "") async throws -> String {
    var output = ""
    try await withFolder(["a.contract.json": Self.contract]) { folder in
      output = try await BuiltCommand.run(
        #"""
        cd '\#(folder)'; mkfifo in
        \#(before)
        "$COMMAND" check - -c . --as User -q --report human --report short=s < in > out &
        exec 3> in
        printf '{"id":1}\n{"id":"2"}\n{"id"' >&3
        sleep 1.5; kill -\#(signal) $!; sleep 0.5; exec 3>&-; wait $!; echo $?
        tail -n 1 out | cut -d ' ' -f 1-3; cat s
        """#, environment: ["CI": ""]
      ).output
    }
    return output
  }

  @Test(
    "The exit code is 128 plus the signal", .enabled(if: TestDepth.isFull),
    arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func code(signal: String, code: Int) async throws {
    #expect(
      try await run(signal) == """
        \(code)
        checked 2 payloads
        (standard input):2:7: error: [wrong-type] at id: expected Int, found a string

        """)
  }

  /// Ends with the status of the check; a check that does not end is killed after 30 seconds.
  private static let ending = #"""
    (sleep 30 & trap "kill $!" TERM; wait $! && kill -KILL $CHECK) > /dev/null 2>&1 &
    WATCH=$!
    wait $CHECK; echo "ended with $?"
    kill $WATCH
    """#

  @Test("The check does not wait for further input", .enabled(if: TestDepth.isFull))
  func openInput() async throws {
    try await withFolder(["a.contract.json": Self.contract]) { folder in
      let output = try await BuiltCommand.run(
        #"""
        cd '\#(folder)'; mkfifo in
        "$COMMAND" check - -c . --as User -q --report short=s < in > out &
        CHECK=$!
        exec 3> in
        printf '{"id":"2"}\n{"id"' >&3
        sleep 1.5; kill -TERM $CHECK
        \#(Self.ending)
        cat s
        """#, environment: ["CI": ""]
      ).output
      #expect(
        output == """
          ended with 143
          (standard input):1:7: error: [wrong-type] at id: expected Int, found a string

          """)
    }
  }

  @Test(
    "Other interrupted commands say what was not done",
    arguments: TestDepth.some([
      (
        "stats -",
        """
          (all)           2               object
          id              2  100 %        integer         2
        contractcheck: interrupted: the figures are of what was read so far

        """
      ),
      ("stats - --against a.contract.json", "contractcheck: interrupted: nothing is compared\n"),
      ("infer - -o draft.json", "contractcheck: interrupted: no draft is written\n"),
      (
        "infer - --update a.contract.json --as User",
        "contractcheck: interrupted: no change is proposed\n"
      ),
      ("redact - -o r.ndjson", "contractcheck: interrupted: 0 of 1 file written\n"),
    ]))
  func otherCommands(words: String, told: String) async throws {
    try await withFolder(["a.contract.json": Self.contract]) { folder in
      let output = try await BuiltCommand.run(
        #"""
        cd '\#(folder)'; mkfifo in
        "$COMMAND" \#(words) < in > out 2> log &
        CHECK=$!
        exec 3> in
        printf '{"id":1}\n{"id":2}\n{"id"' >&3
        sleep 1.5; kill -TERM $CHECK
        \#(Self.ending)
        tail -n 2 out; cat log; ls draft.json r.ndjson 2> /dev/null
        """#, environment: ["CI": ""]
      ).output
      #expect(output == "ended with 143\n" + told)
    }
  }

  @Test(
    "A blocked reader is not waited for, and the other reports are written",
    .enabled(if: TestDepth.isFull))
  func unreadOutput() async throws {
    let records = String(repeating: #"{"id":"2"}"# + "\n", count: 5_000)
    try await withFolder(["a.contract.json": Self.contract, "x.ndjson": records]) { folder in
      let output = try await BuiltCommand.run(
        #"""
        cd '\#(folder)'; mkfifo out; exec 4<> out
        "$COMMAND" check x.ndjson -c . --as User -q --report ndjson --report short=s > out 2> log &
        CHECK=$!
        sleep 1.5; kill -TERM $CHECK
        \#(Self.ending)
        cat log; head -n 1 s
        """#, environment: ["CI": ""]
      ).output
      #expect(
        output == """
          ended with 143
          contractcheck: standard output cannot be written: nobody reads it
          x.ndjson:1:7: error: [wrong-type] at id: expected Int, found a string

          """)
    }
  }

  @Test("A process under nohup outlives its terminal", .enabled(if: TestDepth.isFull))
  func outliving() async throws {
    let output = try await run("HUP", before: "trap '' HUP")
    #expect(output.contains("\n4\nchecked 2 payloads\n"), "\(output)")
  }
}
