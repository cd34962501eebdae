import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("A run gives exit code 0 only if it checked something, and says what")
struct EndingTests {
  @Test("Exit code 0 comes with a last line that says what was checked", arguments: good)
  func success(ending: Ending) throws {
    let run = try ending.run()
    #expect(run.code == .success, "\(run.output)\(run.errors)")
    let last = run.output.split(separator: "\n").last.map(String.init) ?? run.errors
    #expect(last.contains(ending.printed), "\(run.output)\(run.errors)")
  }

  @Test("Another exit code comes with a reason", arguments: bad)
  func failure(ending: Ending) throws {
    #expect(ending.code != .success)
    let run = try ending.run()
    #expect(run.code == ending.code, "\(run.output)\(run.errors)")
    let text = ending.code == .violations ? run.output : run.errors
    #expect(text.contains(ending.printed), "\(run.output)\(run.errors)")
  }

  @Test(
    "A body that is nested too deeply is reported as such",
    arguments: [("infer", ", so there is nothing to draft"), ("stats", "")])
  func tooDeep(command: String, rest: String) throws {
    let deep = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
    let records = [Ending.get("/raw", deep), Ending.get("/raw", #""\#(deep)""#)]
    let run = try CommandRun(
      [command, "DIR/x.ndjson"], in: ["x.ndjson": records.joined(separator: "\n")])
    #expect(run.exitCode == .nothingChecked)
    #expect(
      run.errors == """
        2 records passed over: the body is nested too deeply: expected at most 512 nested arrays and objects
        contractcheck: no body was read as JSON\(rest)

        """)
  }

  @Test("The table has every command that checks something")
  func completeness() {
    let printing = ["completions", "explain", "export", "man", "schema"]  // PayloadSchemaTests
    let saving = ["promote", "replay"]  // PromoteCommandTests
    let serving = ["serve", "uses"]  // ServeCommandTests, ReleasedCommandTests
    let commands = Set(Self.good.map { $0.words[0] } + printing + saving + serving)
    #expect(commands == Set(Command.all.map(\.name)))
  }

  // MARK: - Exit code 0

  private static let good: [Ending] = [
    .check(
      "payloads that keep the contract", .success,
      "checked 2 payloads in 1 input, 38 bytes: no violations", [Ending.good, Ending.good]),
    .check(
      "a value of a type without keys", .success,
      "checked 1 payload in 1 input, 1 byte: no violations",
      [Ending.get("/count", "7")]),
    .check(
      "violations that count as warnings", .success, "1 violation in 1 group",
      ["--rule", "wrong-type=warning"], [Ending.good, Ending.bad]),
    .check(
      "violations of a rule that is off", .success, "checked 2 payloads in 1 input",
      ["--rule", "wrong-type=off"], [Ending.good, Ending.bad]),
    .check(
      "violations, and nothing fails", .success, "1 violation in 1 group",
      ["--fail-on", "never"], [Ending.good, Ending.bad]),
    .check(
      "as many payloads as are tolerated", .success, "1 violation in 1 group",
      ["--tolerate", "wrong-type=50%"], [Ending.good, Ending.bad]),
    .check(
      "as many payloads as are tolerated, in numbers", .success, "1 group tolerated",
      ["--tolerate", "wrong-type=1"], [Ending.bad]),
    .check(
      "unmatched records are counted", .success, "1 unmatched",
      [Ending.good, Ending.get("/other", "1")]),
    .check(
      "as many unmatched records as may be", .success, "1 unmatched",
      ["--max-unmatched", "50%"], [Ending.good, Ending.get("/other", "1")]),
    .check(
      "a rule that nothing of the capture breaks is raised", .success, "0 unmatched",
      ["--rule", "unmatched-endpoint=error"], [Ending.good]),
    .check(
      "no status, which is taken for 200", .success,
      "checked 2 payloads in 1 input, 38 bytes: no violations; captured endpoints 1 of 5, "
        + "keys 2 of 7, statuses 1 of 5, cases 0 of 2; 0 keys not in the contract; 0 unmatched; 1 without a status, taken for 200",
      [Ending.good, Ending.get("/users/1", #"{"id":1,"name":"a"}"#, status: nil)]),
    .check(
      "a status in a text", .success, "checked 1 payload in 1 input, 19 bytes: no violations",
      [Ending.get("/users/1", #"{"id":1,"name":"a"}"#, status: "\"200\"")]),
    .check(
      "as many lines seen as are asked for", .success, "checked 1 payload in 1 input",
      ["--min-coverage", "28%"], [Ending.good]),
    .check(
      "no payload, and none is asked for", .success, "checked 0 payloads in 1 input",
      ["--min-checked", "0"], [Ending.get("/other", "1")]),
    .check(
      "empty lists, and nothing is asked for", .success, "checked 1 payload in 1 input",
      ["--min-checked", "0"], [Ending.get("/users", "[]")]),
    .baseline(
      "as many payloads as the baseline accepts", .success,
      "1 violation in 1 group, 1 of them accepted by the baseline",
      before: [Ending.bad] + Array(repeating: Ending.good, count: 9),
      [Ending.bad] + Array(repeating: Ending.good, count: 11)),
    Ending(
      name: "a part, of which merge judges", code: .success,
      printed: #""table":[[{"emptyCount":0,"payloadCount":1,"refusedCount":1"#,
      words: ["check", "DIR/x.ndjson", "-c", "DIR/a.contract.json", "--partial", "-"],
      records: [Ending.bad]),
    Ending(
      name: "parts that keep the contract", code: .success, printed: "checked 1 payload in 1 input",
      words: ["merge", "DIR/p", "-c", "DIR/a.contract.json"],
      before: ["check", "DIR/x.ndjson", "-c", "DIR/a.contract.json", "--partial", "DIR/p"],
      recordsBefore: [Ending.good], records: [Ending.good]),
    Ending(
      name: "contracts without errors", code: .success,
      printed: "checked 1 contract with 2 mappings: no errors",
      words: ["lint", "DIR/a.contract.json"]),
    Ending(
      name: "contracts that do not differ", code: .success,
      printed: "compared 1 contract with 1: no difference",
      words: ["diff", "DIR/a.contract.json", "DIR/a.contract.json"]),
    Ending(
      name: "a change that breaks apps, and nothing fails", code: .success,
      printed: "1 breaks-apps",
      words: ["diff", "DIR/o/a.contract.json", "DIR/a.contract.json", "--fail-on", "never"],
      files: ["o/a.contract.json": Ending.contract.replacing("name?", with: "name")]),
    Ending(
      name: "an app that reads what its specification says", code: .success,
      printed: "compared 5 endpoints with the specification: nothing is read otherwise",
      words: ["diff", "DIR/a.contract.json", "DIR/a.contract.json", "--reads"]),
    Ending(
      name: "changes of a contract that payloads notice", code: .success,
      printed: " changes are noticed, ",
      words: ["mutate", "DIR/a.contract.json", "DIR/x.ndjson"], records: [Ending.good]),
    Ending(
      name: "payloads that are made from the contract", code: .success,
      printed: "valid ones admitted", words: ["test", "DIR/a.contract.json"]),
    Ending(
      name: "a payload that is mapped", code: .success, printed: "User 1 (1 created)",
      words: ["map", "DIR/u.json", "--as", "User", "-c", "DIR/a.contract.json"],
      files: ["u.json": #"{"id":1}"#]),
    Ending(
      name: "payloads that are drawn", code: .success, printed: "{",
      words: ["generate", "DIR/a.contract.json", "--as", "User", "--count", "2"]),
    Ending(
      name: "payloads that are counted", code: .success, printed: "name",
      words: ["stats", "DIR/x.ndjson"], records: [Ending.good]),
    Ending(
      name: "a contract that is drafted", code: .success, printed: "}",
      words: ["infer", "DIR/x.ndjson"], records: [Ending.good]),
    Ending(
      name: "an OpenAPI file that becomes a draft", code: .success, printed: "}",
      words: ["import", "DIR/api.json"],
      files: [
        "api.json":
          #"{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{}}}}}}}}"#
      ]),
    Ending(
      name: "a part of a draft", code: .success, printed: #""subject":"infer""#,
      words: ["infer", "DIR/x.ndjson", "--partial", "-"], records: [Ending.good]),
    Ending(
      name: "a draft of parts", code: .success, printed: "}", words: ["merge", "DIR/p"],
      before: ["infer", "DIR/x.ndjson", "--partial", "DIR/p"], recordsBefore: [Ending.good],
      records: [Ending.good]),
    Ending(
      name: "statistics of parts", code: .success, printed: "name", words: ["merge", "DIR/p"],
      before: ["stats", "DIR/x.ndjson", "--partial", "DIR/p"], recordsBefore: [Ending.good],
      records: [Ending.good]),
    Ending(
      name: "a contract that captures fulfil", code: .success,
      printed: "nothing to change by 1 payload",
      words: ["infer", "--update", "DIR/a.contract.json", "DIR/x.ndjson"], records: [Ending.good]),
    Ending(
      name: "a contract that is changed", code: .success, printed: "is changed",
      words: ["infer", "--update", "DIR/a.contract.json", "--write", "DIR/x.ndjson"],
      records: [Ending.bad]),
    Ending(
      name: "a capture that is redacted", code: .success, printed: "redacted 1 record in 1 file",
      words: ["redact", "DIR/x.ndjson", "-o", "DIR/y.ndjson"], records: [Ending.good]),
  ]

  // MARK: - Other exit codes

  private static let bad: [Ending] = [
    Ending(
      name: "a change that breaks apps", code: .violations, printed: "error[breaks-apps] User.name",
      words: ["diff", "DIR/o/a.contract.json", "DIR/a.contract.json"],
      files: ["o/a.contract.json": Ending.contract.replacing("name?", with: "name")]),
    Ending(
      name: "a change that breaks servers, which count", code: .violations,
      printed: "error[breaks-servers] User.name",
      words: ["diff", "DIR/a.contract.json", "DIR/o/a.contract.json", "--mode", "full"],
      files: ["o/a.contract.json": Ending.contract.replacing("name?", with: "name")]),
    Ending(
      name: "an app that needs what its specification leaves out", code: .violations,
      printed: "error[optional] User.name",
      words: ["diff", "DIR/a.contract.json", "DIR/o/a.contract.json", "--reads"],
      files: ["o/a.contract.json": Ending.contract.replacing("name?", with: "name")]),
    Ending(
      name: "an app of which its specification knows nothing", code: .nothingChecked,
      printed: "no endpoint of the app is in the specification",
      words: ["diff", "DIR/o/b.contract.json", "DIR/a.contract.json", "--reads"],
      files: ["o/b.contract.json": #"{ "contract": 1, "endpoints": { "GET /b": "Int" } }"#]),
    Ending(
      name: "a contract of which fewer lines matter than asked for", code: .violations,
      printed: " lines matter: ",
      words: ["mutate", "DIR/a.contract.json", "DIR/x.ndjson", "--min-strength", "100"],
      records: [Ending.good]),
    Ending(
      name: "changes of a contract that nothing could notice", code: .nothingChecked,
      printed: "nothing could notice a change", words: ["mutate", "DIR/c.contract.json"],
      files: [
        "c.contract.json": #"{ "contract": 1, "mappings": { "A": { "map": { "a": "Int" } } } }"#
      ]
    ),
    Ending(
      name: "changes of no contract", code: .usage, printed: "mutate needs a CONTRACT",
      words: ["mutate"]),
    Ending(
      name: "an OpenAPI file in YAML", code: .unreadableInput,
      printed: "api.yaml:1:1: error: this is YAML", words: ["import", "DIR/api.yaml"],
      files: ["api.yaml": "openapi: 3.1.0"]),
    Ending(
      name: "an OpenAPI file with a reference to nothing", code: .unreadableInput,
      printed: "error: nothing is at \"#/paths/~1b\"; at #/paths/~1a/$ref",
      words: ["import", "DIR/api.json"],
      files: ["api.json": ##"{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1b"}}}"##]),
    Ending(
      name: "an OpenAPI file that describes nothing", code: .nothingChecked,
      printed: "describes no path and no schema", words: ["import", "DIR/api.json"],
      files: ["api.json": #"{"openapi":"3.1.0"}"#]),
    Ending(
      name: "an OpenAPI file that there is not", code: .unreadableInput,
      printed: "no such file: no.json", words: ["import", "DIR/no.json"]),
    Ending(
      name: "no OpenAPI file", code: .usage, printed: "import needs one OpenAPI file",
      words: ["import"]),
    Ending(
      name: "a draft of an OpenAPI file, over a file that is there", code: .usage,
      printed: "is there already, and may have been worked on",
      words: ["import", "DIR/api.json", "-o", "DIR/a.contract.json"],
      files: ["api.json": #"{"openapi":"3.1.0","paths":{"/a":{"get":{}}}}"#]),
    Ending(
      name: "a comparison of one contract", code: .usage, printed: "diff needs two operands",
      words: ["diff", "DIR/a.contract.json"]),
    Ending(
      name: "a comparison with a file that there is not", code: .unreadableInput,
      printed: "no such file or folder: no.contract.json",
      words: ["diff", "DIR/no.contract.json", "DIR/a.contract.json"]),
    Ending(
      name: "a comparison with a contract with an error", code: .invalidContract, printed: "error",
      words: ["diff", "DIR/b.contract.json", "DIR/a.contract.json"],
      files: ["b.contract.json": #"{ "contract": 1, "mappings": { "A": 1 } }"#]),
    Ending(
      name: "a comparison with a revision that there is not", code: .usage,
      printed: "\"git:no-such-revision:Contracts\": git says: fatal: ",
      words: ["diff", "git:no-such-revision:Contracts", "DIR/a.contract.json"]),
    Ending(
      name: "a comparison with a revision without a path", code: .usage,
      printed: "write git:REV:PATH, such as git:v3.1:Contracts",
      words: ["diff", "git:main", "DIR/a.contract.json"]),
    Ending(
      name: "a comparison with an option as revision", code: .usage,
      printed: "\"--output=x\" is no revision",
      words: ["diff", "git:--output=x:Contracts", "DIR/a.contract.json"]),
    Ending(
      name: "a draft of what is not JSON", code: .nothingChecked,
      printed: "no body was read as JSON, so there is nothing to draft",
      words: ["infer", "DIR/x.ndjson"],
      records: [Ending.get("/users/1", #""<html>""#)]),
    Ending(
      name: "a draft of a file that there is not", code: .unreadableInput,
      printed: "cannot be read: no such file or folder", words: ["infer", "DIR/nowhere.ndjson"]),
    Ending(
      name: "a draft in the place of a file", code: .usage,
      printed: "is there already, and may have been worked on",
      words: ["infer", "DIR/x.ndjson", "-o", "DIR/a.contract.json"], records: [Ending.good]),
    Ending(
      name: "a contract that captures have outgrown", code: .violations,
      printed: #"+    "User": { "map": { "id": "Int | String""#,
      words: ["infer", "--update", "DIR/a.contract.json", "DIR/x.ndjson"], records: [Ending.bad]),
    Ending(
      name: "an update by captures of something else", code: .nothingChecked,
      printed: "no payload of the captures belongs to",
      words: ["infer", "--update", "DIR/a.contract.json", "DIR/b.json"], files: ["b.json": "{}"]),
    Ending(
      name: "an update of a contract that there is not", code: .unreadableInput,
      printed: "no such file or folder",
      words: ["infer", "--update", "DIR/no.contract.json", "DIR/x.ndjson"]),
    Ending(
      name: "an update of a contract with an error", code: .invalidContract, printed: "error",
      words: ["infer", "--update", "DIR/b.contract.json", "DIR/x.ndjson"],
      files: ["b.contract.json": #"{ "contract": 1, "mappings": { "A": 1 } }"#]),
    Ending(
      name: "an update by a file that there is not", code: .unreadableInput,
      printed: "cannot be read: no such file or folder",
      words: ["infer", "--update", "DIR/a.contract.json", "DIR/nowhere.ndjson"]),
    Ending(
      name: "an update and a draft", code: .usage, printed: "--update goes without --output",
      words: ["infer", "--update", "DIR/a.contract.json", "DIR/x.ndjson", "-o", "DIR/b.json"]),
    Ending(
      name: "an option of an update without one", code: .usage,
      printed: "--write goes with --update", words: ["infer", "--write", "DIR/x.ndjson"]),
    Ending(
      name: "statistics of what is not JSON", code: .nothingChecked,
      printed: "an INPUT is JSON, NDJSON or HAR", words: ["stats", "DIR/x.ndjson"],
      records: [Ending.get("/users/1", #""<html>""#)]),
    Ending(
      name: "statistics of a key path that there is not", code: .nothingChecked,
      printed: "without --under, stats says all key paths",
      words: ["stats", "DIR/x.ndjson", "--under", "nothing"], records: [Ending.good]),
    Ending(
      name: "a redacted capture in the place of a file", code: .usage,
      printed: "is there already", words: ["redact", "DIR/x.ndjson", "-o", "DIR/x.ndjson"],
      records: [Ending.good]),
    Ending(
      name: "a redacted file that there is not", code: .unreadableInput,
      printed: "cannot be read: no such file or folder",
      words: ["redact", "DIR/nowhere.ndjson", "-o", "DIR/y.ndjson"]),
    Ending(
      name: "parts of statistics, judged as a check", code: .usage,
      printed: "--fail-on is not for parts of stats",
      words: ["merge", "DIR/p", "--fail-on", "never"],
      before: ["stats", "DIR/x.ndjson", "--partial", "DIR/p"], recordsBefore: [Ending.good],
      records: [Ending.good]),
    Ending(
      name: "parts of a check, written as a draft", code: .usage,
      printed: "--out is not for parts of check", words: ["merge", "DIR/p", "--out", "DIR/d"],
      before: ["check", "DIR/x.ndjson", "-c", "DIR/a.contract.json", "--partial", "DIR/p"],
      recordsBefore: [Ending.good], records: [Ending.good]),
    Ending(
      name: "parts of a draft of nothing", code: .nothingChecked,
      printed: "no body was read as JSON, so there is nothing to draft", words: ["merge", "DIR/p"],
      before: ["infer", "DIR/x.ndjson", "--partial", "DIR/p"], recordsBefore: [],
      records: [Ending.good]),
    Ending(
      name: "a shard of a draft that is no part", code: .usage,
      printed: "--shard goes with --partial here",
      words: ["infer", "DIR/x.ndjson", "--shard", "1/2"],
      records: [Ending.good]),
    Ending(
      name: "a draft of nothing", code: .usage, printed: "infer needs an input", words: ["infer"]),
    .check("a violation", .violations, "1 violation in 1 group", [Ending.good, Ending.bad]),
    .check(
      "a key that was never seen", .violations, "unseen-key  Pet.tricks",
      ["--rule", "unseen-key=error"], [Ending.good]),
    .check(
      "a key of an endpoint that was never seen", .violations,
      "unseen-key  GET /page.next   1×  GET /page",
      ["--rule", "unseen-key=error"], [Ending.good]),
    .check(
      "a case that was never chosen", .violations, "unseen-case",
      ["--rule", "unseen-case=error"], [Ending.good]),
    .check(
      "a case beside one that was chosen", .violations, "unseen-case  Pet.kind = 'dog'",
      ["--rule", "unseen-case=error"],
      [Ending.get("/users/1", #"{"id":1,"pet":{"kind":"cat","lives":9}}"#)]),
    .check(
      "an endpoint without payloads", .violations,
      "\n                  1×  GET /count\n",
      ["--rule", "never-captured=error"], [Ending.good]),
    .check(
      "a warning, and warnings fail", .violations, "never-captured",
      ["--rule", "never-captured=warning", "--fail-on", "warning"], [Ending.good]),
    .check(
      "an unmatched record", .violations, "\n  unmatched-endpoint  1×  all records\n",
      ["--rule", "unmatched-endpoint=error"], [Ending.good, Ending.get("/other", "1")]),
    .check(
      "an unmatched record, said shortly", .violations, "unmatched-endpoint",
      ["--rule", "unmatched-endpoint=error"], [Ending.good, Ending.get("/other", "1")]),
    .check(
      "more payloads than are tolerated, in numbers", .violations, "2 violations in 1 group",
      ["--tolerate", "wrong-type=1"], [Ending.bad, Ending.bad]),
    .check(
      "more payloads than are tolerated", .violations, "1 violation in 1 group",
      ["--tolerate", "wrong-type=49%"], [Ending.good, Ending.bad]),
    .check(
      "an endpoint that is refused whole, beside others", .violations,
      "[User]  1 payload, 1 refused",
      ["--tolerate", "wrong-type=50%"],
      [Ending.good, Ending.good, Ending.good, Ending.get("/users", #"[{"id":"1"}]"#)]),
    .baseline(
      "a group that the baseline accepts, and that grew", .violations,
      "grew: in 2 of 11, and the baseline accepts it in up to 10 %: API-7",
      before: [Ending.bad] + Array(repeating: Ending.good, count: 9),
      [Ending.bad, Ending.bad] + Array(repeating: Ending.good, count: 9)),
    .check(
      "an error that its status in a text says", .nothingChecked, "checked 0 payloads",
      [Ending.get("/users/1", #"{"id":1}"#, status: "\"404\"")]),
    .check(
      "a status under another name", .nothingChecked, "checked 0 payloads",
      [
        #"{"method":"GET","url":"/users/1","statusCode":500,"body":{"id":1}}"#,
        #"{"method":"GET","url":"/users/1","status_code":"404","body":{"id":1}}"#,
      ]),
    .check(
      "a status that cannot be read", .nothingChecked, "checked 0 payloads",
      ["null", "0", "1e400", "\"OK\"", "20", "200.5", "{}", "true"].map {
        Ending.get("/users/1", #"{"id":1}"#, status: $0)
      }),
    .check(
      "empty lists alone", .nothingChecked, "no mapped key was seen in 1 payload",
      [Ending.get("/users", "[]")]),
    .check(
      "a type that takes everything", .nothingChecked, "no mapped key was seen in 1 payload",
      [Ending.get("/raw", #"{"id":1}"#)]),
    .check(
      "objects without any key", .nothingChecked, "no mapped key was seen in 1 payload",
      ["--rule", "missing-key=off", "--rule", "nothing-mapped=off"],
      [Ending.get("/users/1", "{}")]),
    .check(
      "no payload", .nothingChecked, "checked 0 payloads, at least 1 expected",
      [Ending.get("/other", "1")]),
    .check(
      "fewer payloads than are asked for", .nothingChecked,
      "checked 1 payload, at least 2 expected",
      ["--min-checked", "2"], [Ending.good]),
    .check(
      "fewer lines than are asked for, of all endpoints", .nothingChecked,
      "2 of 7 lines of the contracts were seen, which is less than 29 %",
      ["--min-coverage", "29%"], [Ending.good]),
    .check(
      "more unmatched records than may be", .nothingChecked,
      "1 of 2 records are described by no endpoint, which is more than 49 %",
      ["--max-unmatched", "49%"], [Ending.good, Ending.get("/other", "1")]),
    .check(
      "more unmatched records than may be, in numbers", .nothingChecked, "which is more than 0",
      ["--max-unmatched", "0"], [Ending.good, Ending.get("/other", "1")]),
    .check(
      "a line that is not JSON", .unreadableInput, "x.ndjson:2:1: the line is not JSON",
      [Ending.good, "nonsense"]),
    Ending(
      name: "a switch that is neither on nor off", code: .usage,
      printed: "CONTRACTCHECK_QUIET is true or false, not \"maybe\"",
      words: ["check", "DIR/x.ndjson", "-c", "DIR/a.contract.json"],
      environment: ["CONTRACTCHECK_QUIET": "maybe"], records: [Ending.good]),
    Ending(
      name: "parts in which no key was seen", code: .nothingChecked,
      printed: "no mapped key was seen",
      words: ["merge", "DIR/p", "-c", "DIR/a.contract.json"],
      before: ["check", "DIR/x.ndjson", "-c", "DIR/a.contract.json", "--partial", "DIR/p"],
      recordsBefore: [Ending.get("/users", "[]")]),
    Ending(
      name: "parts of which too many are unmatched", code: .nothingChecked,
      printed: "1 of 2 records are described by no endpoint",
      words: ["merge", "DIR/p", "-c", "DIR/a.contract.json", "--max-unmatched", "10%"],
      before: ["check", "DIR/x.ndjson", "-c", "DIR/a.contract.json", "--partial", "DIR/p"],
      recordsBefore: [Ending.good, Ending.get("/other", "1")]),
    Ending(
      name: "parts that were checked with a rule that is raised", code: .violations,
      printed: "never-captured", words: ["merge", "DIR/p", "-c", "DIR/a.contract.json"],
      before: [
        "check", "DIR/x.ndjson", "-c", "DIR/a.contract.json", "--partial", "DIR/p", "--rule",
        "never-captured=error",
      ],
      recordsBefore: [Ending.good]),
    Ending(
      name: "a body as a type that takes everything", code: .nothingChecked,
      printed: "no mapped key was seen",
      words: ["check", "DIR/u.json", "--as", "Any", "-c", "DIR/a.contract.json"],
      files: ["u.json": #"{"id":1}"#]),
  ]
}
