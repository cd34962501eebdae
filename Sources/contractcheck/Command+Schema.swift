import ContractModel

extension Command {
  /// `contractcheck schema`: the formats, for editors and other programs.
  static let schema = Command(
    name: "schema", summary: "print the JSON Schema of a format", operands: "contract",
    options: [],
    details: [
      """
      schema contract prints the schema of *.contract.json files (JSON Schema 2020-12), with which
      an editor completes words and flags lines that it cannot read.
      """
    ]
  ) { arguments, console throws(UsageError) in
    guard arguments.operands == ["contract"] else {
      throw UsageError(
        message: "schema needs a format", hint: "write contractcheck schema contract")
    }
    console.print(ContractSchema.text, terminator: "")
    return .success
  }
}
