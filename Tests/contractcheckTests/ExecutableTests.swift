import Foundation
import TestSupport
import Testing

@Suite("The built command works as the tests call it")
struct ExecutableTests {
  private static var isBuilt: Bool { BuiltCommand.isBuilt }

  @Test("A capture on standard input is checked, and the report names it", .enabled(if: isBuilt))
  func standardInput() async throws {
    let result = try await BuiltCommand.run(
      #"printf '[{"id":"1","file_url":"a"}]' | "$COMMAND" check - -c "$ROOT/Contracts" --as '[Avatar]' -q; echo $?"#
    )
    #expect(
      result.output == """
        endpoints
          [Avatar]  1 payload, 1 refused

        errors
          wrong-type  Avatar.id  1×  in 1 of 1  [Avatar]

        checked 1 payload in 1 input, 27 bytes: 1 violation in 1 group; captured endpoints 0 of 34, keys 2 of 217, statuses 0 of 24, cases 0 of 17; 0 keys not in the contract; 0 unmatched
        1

        """)
  }

  @Test("A pipe that a shell opens is an input, a payload and a part", .enabled(if: isBuilt))
  func pipes() async throws {
    let script = #"""
      contracts="$ROOT/Contracts"
      payload='[{"id":"1","file_url":"a"}]'
      printf "$payload" | "$COMMAND" check /dev/fd/0 -c "$contracts" --as '[Avatar]' --report short; echo $?
      printf "$payload" | "$COMMAND" map /dev/fd/0 -c "$contracts" --as '[Avatar]' 2>&1 | tail -n 1
      printf "$payload" | "$COMMAND" check /dev/fd/0 -c "$contracts" --as '[Avatar]' --partial - -q \
        | "$COMMAND" merge /dev/fd/0 -c "$contracts" --report short; echo $?
      """#
    #expect(
      try await BuiltCommand.run(script).output == """
        /dev/fd/0:1:8: error: [wrong-type] at [0].id: expected Int, found a string
        1
        Avatar 1 (1 created); 1 error
        /dev/fd/0:1:8: error: [wrong-type] at [0].id: expected Int, found a string
        1

        """)
  }

  @Test(
    "Options come from the command line, then the environment, then the file", .enabled(if: isBuilt)
  )
  func layers() async throws {
    let script = #"""
      set -e
      folder=$(mktemp -d); cd "$folder"; mkdir -p users
      printf '[{"id":"1","file_url":"a"}]' > users/1.json
      printf '{ "contracts": "%s", "quiet": true, "input": "users", /* all */ "inputs": { "users/*.json": "[Avatar]" }, "fail-on": "never" }' "$ROOT/Contracts" > .contractcheck.json
      "$COMMAND" check > out.txt; echo "file $?"
      CONTRACTCHECK_FAIL_ON=error "$COMMAND" check > out.txt || echo "environment $?"
      CONTRACTCHECK_FAIL_ON=error "$COMMAND" check --fail-on never > out.txt; echo "line $?"
      cat out.txt
      printf '{ "fail-onn": "never" }' > .contractcheck.json
      "$COMMAND" check users 2> err.txt || echo "mistake $?"
      printf '{ "fail-on": "warnings" }' > .contractcheck.json
      "$COMMAND" check users 2>> err.txt || echo "mistake $?"
      printf '[]' > .contractcheck.json
      "$COMMAND" check users 2>> err.txt || echo "mistake $?"
      sed "s|$folder|.|" err.txt
      rm -rf "$folder"
      """#
    let result = try await BuiltCommand.run(script)
    #expect(
      result.output == """
        file 0
        environment 1
        line 0
        endpoints
          [Avatar]  1 payload, 1 refused

        errors
          wrong-type  Avatar.id  1×  in 1 of 1  [Avatar]

        checked 1 payload in 1 input, 27 bytes: 1 violation in 1 group; captured endpoints 0 of 34, keys 2 of 217, statuses 0 of 24, cases 0 of 17; 0 keys not in the contract; 0 unmatched
        mistake 2
        mistake 2
        mistake 2
        contractcheck: ./.contractcheck.json:1:3: unknown word "fail-onn"
          hint: did you mean "fail-on"?
        contractcheck: ./.contractcheck.json:1:14: --fail-on is one of error, warning, never, not "warnings"
          hint: did you mean "warning"?
        contractcheck: ./.contractcheck.json:1:1: expected an object, found an array

        """)
  }

  @Test(
    "Webhooks of GitHub have the known violations",
    .enabled(if: isBuilt && Corpora.isPresent, Comment(rawValue: Corpora.absence)))
  func webhooks() async throws {
    let events = [
      "issues", "issue_comment", "pull_request", "push", "star", "release", "label", "milestone",
      "check_run", "installation",
    ]
    let rules = events.map { "\"\($0)/*.json\": \"event \($0)\"" }.joined(separator: ", ")
    let script = #"""
      folder=$(mktemp -d); cd "$folder"
      printf '%s' '{ "inputs": { \#(rules) } }' > .contractcheck.json
      "$COMMAND" check "$CORPORA/octokit-webhooks/api.github.com" -c "$ROOT/Contracts/github.contract.json" -q --include '*.json'
      echo $?
      rm -rf "$folder"
      """#
    let output = try await BuiltCommand.run(script).output
    for line in ["checked 107 payloads in 271 inputs", "16 violations in 8 groups"] {
      #expect(output.contains(line), "\(output)")
    }
    let row =
      "missing-key    CheckRun.node_id          2×  in 2 of 8   event check_run     present 75 %\n"
    #expect(output.contains(row))
    #expect(output.hasSuffix("\n1\n"))
  }

  @Test("Names, keys and texts of a capture are escaped on the terminal", .enabled(if: isBuilt))
  func hostileNames() async throws {
    let script = #"""
      folder=$(mktemp -d); cd "$folder"
      name=$(printf 'a\033[2J\342\200\256.json')
      printf '[{"id":"\\u001b[2J\\u202e","file_url":"x","\\u001b]0;":1}]' > "$name"
      "$COMMAND" check . -c "$ROOT/Contracts" --as '[Avatar]' --unknown-keys error
      "$COMMAND" check . -c "$ROOT/Contracts" --as '[Avatar]' --unknown-keys error --report short
      "$COMMAND" check "$name.none" -c "$ROOT/Contracts"
      rm -rf "$folder"
      """#
    let output = try await BuiltCommand.run(script).output
    #expect(output.contains("unknown-key"))
    #expect(output.contains("a<U+001B>[2J<U+202E>.json"))
    let bad = output.unicodeScalars.filter { scalar in
      scalar.value < 0x20 && scalar != "\n" || scalar.value == 0x202e
    }
    #expect(bad.isEmpty)
  }

  @Test("A reader that closes the pipe ends the command silently", .enabled(if: isBuilt))
  func closedOutput() async throws {
    let result = try await BuiltCommand.run(
      #""$COMMAND" check "$ROOT/Fixtures/captures" -c "$ROOT/Contracts" --report short | head -n 1 | wc -l"#
    )
    #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == "1")
  }

  @Test(
    "An interrupted check reports what it has, even without further input",
    .enabled(if: TestDepth.isFull), .enabled(if: isBuilt))
  func interrupted() async throws {
    let script = #"""
      folder=$(mktemp -d); cd "$folder"; mkfifo in
      "$COMMAND" check - -c "$ROOT/Contracts" --as '[Avatar]' -q --partial part --report human < in > out.txt &
      exec 3> in
      printf '[{"id":1,"file_url":"a"}]\n[{"id":"2","file_url":"a"}]\n[{"id"' >&3
      sleep 2; kill -INT $!; wait $!; echo $?
      tail -n 1 out.txt
      "$COMMAND" merge part -c "$ROOT/Contracts"; echo $?
      rm -rf "$folder"
      """#
    #expect(
      try await BuiltCommand.run(script).output == """
        130
        checked 2 payloads in 1 input, 52 bytes: 1 violation in 1 group; captured endpoints 0 of 34, keys 2 of 217, statuses 0 of 24, cases 0 of 17; 0 keys not in the contract; 0 unmatched
        contractcheck: part: the check was interrupted
          hint: check that part again
        4

        """)
  }

  @Test("Shards of standard input take every other line", .enabled(if: isBuilt))
  func standardInputInShards() async throws {
    let script = #"""
      folder=$(mktemp -d); cd "$folder"
      printf '[{"id":1,"file_url":"a"}]\n[{"id":"2","file_url":"a"}]\n{ broken\n[{"id":3}]\n' > in
      for shard in 1 2 3; do
        "$COMMAND" check - -c "$ROOT/Contracts" --as '[Avatar]' --shard $shard/3 --partial - < in >> parts 2> said.$shard
      done
      "$COMMAND" check - -c "$ROOT/Contracts" --as '[Avatar]' < in > whole 2>&1; echo $?
      "$COMMAND" merge parts -c "$ROOT/Contracts" > merged 2>&1; echo $?
      cmp whole merged; head -n 1 whole; wc -l < parts
      rm -rf "$folder"
      """#
    #expect(
      try await BuiltCommand.run(script).output == #"""
        4
        4
        contractcheck: (standard input):3:3: the line is not JSON: expected a member name or "}", found "broken"
        3

        """#)
  }
}
