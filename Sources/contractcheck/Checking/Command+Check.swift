import CaptureChecking
import ContractModel
import DiskReading

extension Command {
  static let check = Command(
    name: "check", summary: "check captured payloads against contracts", operands: "[INPUT...]",
    options: CheckSettings.options,
    details: """
      An INPUT is a file, a folder that is searched, a pipe that a shell opens as <(zcat F), or - for
      standard input. It holds one JSON body; NDJSON of bodies, of exchanges {"method", "url",
      "status", "headers", "body", "requestBody"} or of events {"event", "data"}; an array of
      exchanges, or one on several lines; a HAR archive; output of curl -i; mappings of WireMock; a
      JSON cassette of VCR, Betamax or DVR; or a Postman collection, of which saved examples are read.
      The format is told by the content. Any input may be packed with gzip; places and sizes are those
      of the text. Without an INPUT, the folder Fixtures/captures is checked. Files in folders that are
      no captures are passed over and counted.

      Lines of a log are exchanges, too, if they have the names of Elastic's common schema, of
      OpenTelemetry, or of http-log of Kong. Of other logs, "records" in .contractcheck.json says by
      key paths what is where: { "*.jsonl": { "method": "req.verb", "url": "req.uri", "status":
      "res.code", "body": "res.text" } }. A body that the log has cut off is counted and not checked.

      Exchanges and events belong to the endpoint of a contract that describes them. A bare body is
      what --as says, or what the "inputs" of .contractcheck.json say of its file. The status of a
      response to curl -i chooses among the endpoints of the method and path that --as names. A
      WireMock mapping whose URL is a regular expression belongs to no endpoint.

      A status has three digits, as a number or a text, under "status", "statusCode" or "status_code".
      A record with a status that cannot be read is unmatched. A record without one counts as 200, and
      the last line says how many there are.

      Requests are checked against the "requests" of contracts: the query, the headers, and the body or
      the form, which is "requestBody", postData of HAR, or the body of a cassette's request. A request
      that was answered with 4xx is not checked, nor are requests that no contract describes, and bodies
      that the capture does not have.

      Every problem of every record is counted. The report shows the first of each group. Options may
      also stand in .contractcheck.json, in this folder or above it, and in the environment:
      CONTRACTCHECK_FAIL_ON is --fail-on.

      The report does not depend on --jobs. With --shard 1/4 --partial FILE, …, 4/4, four machines
      check a share each, and merge makes one report of the files. Lines of standard input are shared
      by their numbers; a packed file belongs to one shard. With --partial, check exits with 0.

      Exit codes: 0 if nothing is at or above --fail-on; 1 if something is; 3 if a contract has an
      error; 4 if an input could not be read; 5 if fewer payloads than --min-checked were checked, if
      fewer lines than --min-coverage were seen, if no mapped key was seen (unless --min-checked is
      0), or if more records than --max-unmatched belong to no endpoint.

      \(CheckSettings.judging)

      \(CheckSettings.shares)

      --max-violations counts what is at or above --fail-on and not in the baseline. A check that it
      stops fails, since the rest was not checked.

      \(ReportOutputs.details)
      """.paragraphs
  ) { arguments, console in
    let settings = try CheckSettings(arguments, console.environment)
    let console = console.colored(settings.color)
    let found = ContractSearch(settings.contracts)
    let set = try usableContracts(found, console, ifNone: .nothingChecked)
    return try settings.run(set, problems: found.problems, console)
  }
}

// The parts of help about figures and judging.

extension CheckSettings {
  /// The order in which results are judged, for people.
  static let judging = """
    What fails: the contract, --unknown-keys and --rule give each violation its severity. The rules
    unseen-key, unseen-case, never-captured and unmatched-endpoint are information unless --rule
    raises them. A group that --baseline accepts does not fail until its last day, as long as it is
    in no more of the payloads than its upTo; beyond that it grew, and fails. Then --tolerate lets
    rules pass that are broken in few payloads of an endpoint. What is left at or above --fail-on
    fails the check. Last, --min-checked, --min-coverage and --max-unmatched are applied, which a
    baseline does not change.
    """

  /// A table for help: the wholes that figures are shares of.
  static let shares = """
    What a figure is a share of:
      12x in 12 of 60      12 violations, in 12 of the endpoint's 60 payloads
      present 80 %         of the objects of the type: beside an endpoint, of its own; beside a type,
                           of all
      null 35 %            of the objects that have the key
      captured 3 of 5      of all endpoints, keys, statuses or cases of the given contracts
      "x" 3, "y" 1         the ten most frequent wrong values of a group; up to \(GroupValues.capacity)
                           are told apart
      --tolerate RULE=N%   of the payloads of each endpoint; RULE=N is so many of them
      upTo of a baseline   of the payloads of the endpoint
      --min-coverage N%    of the lines of the given contracts
      --max-unmatched N%   of the records that were read
    """
}
