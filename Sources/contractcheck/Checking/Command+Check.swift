import ContractModel
import DiskReading

extension Command {
  /// `contractcheck check`: captured payloads against contracts.
  static let check = Command(
    name: "check", summary: "check captured payloads against contracts", operands: "[INPUT...]",
    options: CheckSettings.options,
    details: [
      """
      An INPUT is a file, a folder that is searched for files, or - for standard input: one JSON
      body, NDJSON of bodies, of exchanges {"method", "url", "status", "headers", "body",
      "requestBody"} or of events {"event", "data"}, a HAR archive, a response as curl -i prints it, a mapping of
      WireMock or a list of them, or a cassette of VCR or Betamax in JSON; told apart by what it
      holds. Each may be packed with gzip: places and sizes are those of the text. Without one, the
      folder Fixtures/captures is checked. In folders, files that are no captures by their names and
      by what they start with are passed over, with their number.
      """,
      """
      A mapping whose URL is a regular expression is of no endpoint; its bodyFileName is read from
      the folder __files beside mappings. A response of curl -i is a bare body: if what it is said to
      be is an endpoint, its status tells which one of that method and path.
      """,
      """
      Exchanges and events belong to the endpoint of a contract that describes them; a bare body is
      what --as says, or what the "inputs" of .contractcheck.json say of files with its name.
      """,
      """
      What an exchange asked is held against the "requests" of contracts: the query, the headers,
      and the body, which is "requestBody", postData of HAR, or the body of a cassette's request. If
      the answer is 4xx, it is not, and nothing is said of requests that no contract describes, of
      forms, and of bodies that a capture does not have.
      """,
      """
      Every problem of every record is counted; the report shows the first of each group. Options
      may also stand in .contractcheck.json, found in this folder or above it, and in the
      environment, as CONTRACTCHECK_FAIL_ON for --fail-on.
      """,
      """
      The report is the same whatever --jobs is. With --shard 1/4 --partial FILE, …, 4/4, a capture
      is checked by four machines; merge makes one report of the files. Lines of standard input are
      shared by their numbers; a packed file is not, one shard has all of it. With --partial, the
      check ends with 0 whatever it found.
      """,
      """
      Ends with 0 if nothing is at or above --fail-on, 1 if something is, 3 if a contract has an
      error, 4 if an input could not be read, 5 if fewer payloads than --min-checked were checked,
      fewer lines than --min-coverage or no mapped key at all seen (but with --min-checked 0), or
      more records than --max-unmatched were of no endpoint.
      """,
      """
      A response's status is of three digits, as a number or a text, under "status", "statusCode" or
      "status_code". One that cannot be read leaves its record unmatched; where there is none, it is
      taken for 200, and the last line says how often.
      """,
      CheckSettings.figures,
      CheckSettings.judging,
      CheckSettings.shares,
      """
      --max-violations counts what is at or above --fail-on and not in the baseline. A check that it
      has ended fails, since nobody knows what comes behind.
      """,
      ReportOutputs.details,
    ]
  ) { arguments, console in
    let settings = try CheckSettings(arguments, console.environment)
    let console = console.colored(settings.color)
    let found = ContractSearch(settings.contracts)
    guard let set = try usableContracts(found, console) else {
      if !found.paths.isEmpty { return .invalidContract }
      return found.problems.isEmpty ? .nothingChecked : .unreadableInput
    }
    let run = CheckRun(settings, set, console) { found.files.shownPath($0) }
    return try run.run(problems: found.problems)
  }
}
