import ContractModel
import DiskReading
import JSONParsing
import Reporting
import Verification

extension Command {
  /// `contractcheck test`: the examples of contracts, and generated payloads.
  static let test = Command(
    name: "test", summary: "run the examples of contracts, and payloads made up from them",
    operands: "[CONTRACT...]",
    options: [
      Option(
        name: "generated", short: nil, value: "N",
        summary: "how many payloads of a contract are made up at most; by default 500, 0: none")
    ],
    details: [
      """
      Maps the payload of each example as its contract says, and compares the objects, values,
      events and violations with what the example expects. A CONTRACT is a file, or a folder that
      is searched for them. Without one, everything below the package's root is run.
      """,
      """
      Then payloads are made up for each endpoint, each type of an example and each mapping: every
      fault at every key path, one identity at every two places, members at their edges, and drawn
      ones. What is reported has to be what their contract's lines say.
      """,
      """
      An example that expects no violations fails if there is an error, and if nothing was mapped.
      Ends with 1 if one fails, with 3 if a contract has an error, with 5 if there is no
      example.
      """,
    ]
  ) { arguments, console in
    let limit = try arguments.number("generated", as: Int.self) ?? 500
    let found = ContractSearch(arguments.operands)
    guard let set = try usableContracts(found, console, runsExamples: true) else {
      return found.paths.isEmpty && found.problems.isEmpty
        ? .nothingChecked : found.paths.isEmpty ? .unreadableInput : .invalidContract
    }
    let outcomes = set.contracts.map { contract in
      (contract: contract, outcomes: ExampleVerifier(contract, files: found.files).outcomes())
    }
    let report = ExampleReport(outcomes, of: set, colors: console.outputColors) {
      found.files.shownPath($0)
    }
    try console.print(report.text, terminator: "")
    let generated = GeneratedReport(
      set.contracts.map { ($0, GeneratedVerifier($0, limit: limit).outcome()) },
      colors: console.outputColors
    ) { found.files.shownPath($0) }
    try console.print(generated.text, terminator: "")
    if !found.problems.isEmpty { return .unreadableInput }
    let all = outcomes.flatMap(\.outcomes)
    if all.isEmpty { return .nothingChecked }
    return all.allSatisfy(\.isPassed) && generated.isAsPredicted ? .success : .violations
  }
}
