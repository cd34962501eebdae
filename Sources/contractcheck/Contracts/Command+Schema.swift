import ContractModel
import Reporting

extension Command {
  static let schema = Command(
    name: "schema", summary: "print the JSON Schema of a format", operands: "contract|report",
    options: [],
    details: """
      schema contract prints the schema of *.contract.json files (JSON Schema 2020-12), with which
      an editor completes words and flags lines that it cannot read.

      schema report prints the schema of what check --report json writes.
      """.paragraphs, offered: .words(["contract", "report"])
  ) { arguments, console in
    switch arguments.operands {
    case ["contract"]: try console.print(ContractSchema.text, terminator: "")
    case ["report"]: try console.print(ReportSchema.text, terminator: "")
    default:
      throw UsageError(
        message: "schema needs a format", hint: "write contractcheck schema contract, or report")
    }
    return .success
  }
}
