import ContractModel
import ContractReporting
import DiskReading
import JSONParsing

extension Command {
  static let test = Command(
    name: "test", summary: "run the examples of contracts, and generated payloads",
    operands: "[CONTRACT...]",
    details: """
      Maps the payload of each example, and compares objects, values, events and violations with what
      the example expects. A CONTRACT is a file, or a folder that is searched. Without one, everything
      below the package's root is run.

      Then it generates payloads for each endpoint, each type of an example and each mapping. Valid
      ones must be admitted. For each class of faults it prints how many lines notice it, and which do
      not: a String without a length admits an empty text. A type that reads what is around it gets no
      payloads of its own, and is named.

      An example that expects no violations fails if there is an error, or if nothing was mapped. Exit
      codes: 1 if an example fails or a valid payload is refused; 3 if a contract has an error; 5 if
      there is no example.
      """.paragraphs
  ) { options throws(UsageError) in
    try options.last(
      "generated", "N",
      "the most payloads that are generated of a contract; by default 2000, 0: none", .number(),
      or: 2000)
  } run: { limit, operands, console in
    let found = ContractSearch(operands)
    let set = try usableContracts(found, console, runsExamples: true, ifNone: .nothingChecked)
    let outcomes = set.contracts.map { contract in
      (contract: contract, outcomes: ExampleVerifier(contract, files: found.files).outcomes())
    }
    let report = ExampleReport(outcomes, of: set, colors: console.outputColors)
    try console.print(report.text, terminator: "")
    let generated = GeneratedReport(
      outcomes: set.contracts.map { ($0, GeneratedVerifier(contract: $0, limit: limit).outcome()) },
      colors: console.outputColors)
    try console.print(generated.text, terminator: "")
    if !found.problems.isEmpty { return .unreadableInput }
    let all = outcomes.flatMap(\.outcomes)
    guard all.allSatisfy(\.isPassed), generated.isEveryValidOneAdmitted else { return .violations }
    guard all.isEmpty else { return .success }
    console.problem("no contract has an example, so none was run")
    return .nothingChecked
  }
}
