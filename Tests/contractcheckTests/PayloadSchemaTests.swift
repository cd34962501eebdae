import ContractModel
import Foundation
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import contractcheck

@Suite("contractcheck export writes a mapping as a JSON Schema")
struct PayloadSchemaTests {
  @Test("A mapping becomes a schema, and rules that the schema cannot express are listed")
  func text() throws {
    let contract = """
      { "contract": 1, "mappings": {
        "User": { "map": {
          "id": "Int8 1...", "name?": "String? length 1...9 matches /^a/", "home.city": "city: City",
          "state": "'on' | 'off'", "joined": "Date(iso8601)", "friends?": "[User] count ...3" } },
        "City": { "unknownKeys": "error", "map": { "zip": "Int(string) 0..." } } } }
      """
    let run = try CommandRun(
      ["export", "--format", "json-schema", "[User]", "-c", "DIR"],
      in: ["shop.contract.json": contract])
    #expect(run.errors == "")
    #expect(run.exitCode == .success)
    let text = try JSONDocument(parsing: run.output).root.text()
    #expect(
      text
        == ##"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"[User]","type":"array","items":{"$ref":"#/$defs/User"},"$defs":{"User":{"type":"object","properties":{"id":{"allOf":[{"type":"integer","minimum":-128,"maximum":127},{"minimum":1}]},"name":{"anyOf":[{"type":"string","minLength":1,"maxLength":9,"pattern":"^a"},{"type":"null"}]},"home":{"type":"object","properties":{"city":{"$ref":"#/$defs/City"}},"required":["city"]},"state":{"anyOf":[{"const":"on"},{"const":"off"}]},"joined":{"type":"string"},"friends":{"type":"array","items":{"$ref":"#/$defs/User"},"minItems":0,"maxItems":3}},"required":["id","home","state","joined"]},"City":{"type":"object","properties":{"zip":{"type":"string"}},"required":["zip"],"additionalProperties":false}},"x-contract":{"notSaid":[{"line":"User.joined","says":"Date(iso8601)","reason":"how it is read"},{"line":"City.zip","says":"Int(string) 0...","reason":"how it is read"}]}}"##
    )
  }

  @Test("The first case that fits decides, and no other")
  func cases() throws {
    let contract = """
      { "contract": 1, "mappings": { "Box": { "map": { "id": "Bool" }, "switch": "kind",
        "cases": { "a": { "x": "String" } }, "else": "skip" } } }
      """
    let run = try CommandRun(["export", "Box", "-c", "DIR"], in: ["b.contract.json": contract])
    let box = try JSONDocument(parsing: run.output).root["$defs"]?["Box"]?.text()
    #expect(
      box
        == #"{"if":{"type":"object","properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"allOf":[{"type":"object","properties":{"id":{"type":"boolean"}},"required":["id"]},{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}]},"else":{"type":"object"}}"#
    )
  }

  // MARK: - Python's verdict

  private static let files: [String] = {
    let root = PackageFolder.root
    let names = ["Contracts", "Fixtures"].flatMap { folder in
      ((try? FileManager.default.subpathsOfDirectory(atPath: root.path + "/" + folder)) ?? [])
        .map { "\(folder)/\($0)" }
    }
    return names.filter { $0.hasSuffix(Contract.fileSuffix) }.sorted()
  }()

  /// The number of compared payloads per contract.
  private static let payloadCount =
    ProcessInfo.processInfo.environment["CONTRACTCHECK_SCHEMA_PAYLOADS"].flatMap { Int($0) } ?? 100

  private static let hasJSONSchema =
    Programs.has("python3")
    && (try? ProgramRun("/usr/bin/env", ["python3", "-c", "import jsonschema"]))?.status == 0

  @Test(
    "Python's jsonschema agrees with the engine if the schema expresses all rules of a line",
    .enabled(if: hasJSONSchema, "python3 has no module jsonschema"),
    arguments: TestDepth.some(files))
  func verdicts(file: String) async throws {
    let set = ContractSet(paths: [file], files: PackageContracts())
    guard set.isUsable, let contract = set.contracts.first else { return }
    var targets: [ContractExample.Target] = contract.endpoints.filter {
      !$0.selector.isRequest && $0.body != .absent
    }
    .map { .endpoint(Located($0.selector)) }
    targets += contract.mappings.map {
      .type(root: .representation, ConstrainedType(.mapping(Located($0.name))))
    }
    let share = max(8, Self.payloadCount / max(1, targets.count))
    var lines: [String] = []
    for target in targets.prefix(Self.payloadCount / 8) {
      lines += Self.lines(of: target, contract, share)
    }
    try await withFolder(["cases": lines.joined(separator: "\n"), "check.py": Self.script]) {
      folder in
      let run = try await ProgramRun.waiting {
        try ProgramRun(
          "/usr/bin/env", ["python3", "\(folder)/check.py", "\(folder)/cases"], takesErrors: true)
      }
      #expect(String(decoding: run.output, as: UTF8.self) == "the same\n")
    }
  }

  /// Returns a schema, and payloads with the expected verdict.
  private static func lines(
    of target: ContractExample.Target, _ contract: Contract, _ count: Int
  ) -> [String] {
    let schema = PayloadSchema(of: contract, target, title: target.text)
    guard let cases = GeneratedCases(contract, target: target),
      let document = try? JSONDocument(parsing: schema.text)
    else { return [] }
    let unsaid = Set(schema.unsaid.map(\.origin.place))
    let mapper = Mapper(contract, as: [MappingTarget(target)])
    let cells = cases.count(of: .cell) ?? 0
    let numbers = stride(from: 0, to: cells, by: max(1, cells * 2 / count)).map {
      (GeneratedCase.Phase.cell, $0)
    }
    let drawn = (0..<count / 4).flatMap { [(GeneratedCase.Phase.random, $0), (.valid, $0)] }
    return [document.root.text()]
      + (numbers + drawn).compactMap { phase, number in
        let bytes = cases[phase, number].payload.bytes
        guard bytes.count < 100_000, let payload = try? JSONDocument(parsing: bytes),
          payload.depth < 100,
          payload.notices.isEmpty
        else { return nil }
        var store = ObjectStore()
        let result = mapper.map(payload, as: MappingTarget(target), into: &store)
        let expected = expectation(result, unsaid)
        return expected.map { "\($0) \(payload.root.text())" }
      }
  }

  /// Returns whether the schema accepts the payload; `nil` if the contract rejects it by a rule
  /// that the schema does not express.
  private static func expectation(
    _ result: MappingResult, _ unsaid: Set<Origin.Place>
  ) -> Bool? {
    // Rules that belong to no line.
    let ofNone: Set<RuleID> = [.nothingMapped, .identityMissing]
    let errors = result.violations.filter { $0.severity == .error && !ofNone.contains($0.rule) }
    if result.isAdmitted { return true }
    let open = Set(
      result.events.filter { $0.line.map { unsaid.contains($0.origin.place) } ?? false }.map(\.path)
    )
    let isSaid = errors.contains { violation in
      var path = violation.path
      if unsaid.contains(violation.origin.place) || open.contains(path) { return false }
      while path.steps.popLast() != nil { if open.contains(path) { return false } }
      return true
    }
    return isSaid ? false : nil
  }

  /// Reads numbers exactly, and `$` as the end of the text, as in ECMA-262.
  private static let script = ##"""
    import decimal, json, re, sys
    from jsonschema import Draft202012Validator, ValidationError, validators

    def pattern(validator, text, instance, schema):
        text = re.sub(r"(?<!\\)\$$", r"\\Z", text)
        if isinstance(instance, str) and not re.search(text, instance, re.ASCII):
            yield ValidationError("no match")

    number = lambda _, value: isinstance(value, (int, decimal.Decimal)) and not isinstance(value, bool)
    integer = lambda checker, value: number(checker, value) and value == int(value)
    checker = Draft202012Validator.TYPE_CHECKER.redefine_many({"number": number, "integer": integer})
    Validator = validators.extend(Draft202012Validator, {"pattern": pattern}, type_checker=checker)
    decimal.getcontext().prec = 2000
    validator, wrong = None, []
    for line in open(sys.argv[1], encoding="utf-8", errors="surrogatepass", newline="\n"):
        word, _, payload = line.partition(" ")
        if word not in ("true", "false"):
            validator = Validator(json.loads(line))
            Validator.check_schema(validator.schema)
            continue
        value = json.loads(payload, parse_float=decimal.Decimal)
        if validator.is_valid(value) != (word == "true"):
            wrong.append(validator.schema["title"] + " " + line)
    sys.stdout.reconfigure(errors="backslashreplace")
    print("".join(wrong[:5]) + "%d differ" % len(wrong) if wrong else "the same")
    """##
}
