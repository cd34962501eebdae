import TestSupport
import Testing

@Suite("A check that is asked to end reports what it has", .enabled(if: BuiltCommand.isBuilt))
struct SignalTests {
  private static let contract =
    #"{ "contract": 1, "mappings": { "User": { "map": { "id": "Int" } } } }"#

  /// Sends a signal to a check of two records of which more could come.
  private func run(_ signal: String, before: String = "") throws -> String {
    var output = ""
    try withFolder(["a.contract.json": Self.contract]) { folder in
      output = try BuiltCommand.run(
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
    "The code is 128 and the signal's number",
    arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func code(signal: String, code: Int) throws {
    #expect(
      try run(signal) == """
        \(code)
        checked 2 payloads
        (standard input):2:7: error: [wrong-type] at id: expected Int, found a string

        """)
  }

  @Test("What is started to outlive its terminal does")
  func outliving() throws {
    let output = try run("HUP", before: "trap '' HUP")
    #expect(output.contains("\n4\nchecked 2 payloads\n"), "\(output)")
  }
}
