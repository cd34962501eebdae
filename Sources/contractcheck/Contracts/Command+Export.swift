import ContractModel
import DiskReading
import Generation
import JSONParsing

extension Command {
  static let export = Command(
    name: "export", summary: "write a type of a contract as a JSON Schema", operands: "TYPE",
    options: ExportOptions.options,
    details: [
      """
      Prints the JSON Schema (2020-12) of TYPE: a type, [User], a type below a key path, user: User, or an
      endpoint. Mappings are in $defs. It takes every payload that the contract admits.
      """,
      """
      Lines of which a schema cannot say every rule are listed in x-contract with the reason: dates,
      addresses, coercions, options of the long form, other key paths than names. Of all other lines
      a payload that breaks one is refused by the schema, too.
      """,
    ], offered: .nothing
  ) { arguments, console in
    let options = try ExportOptions(arguments.given)
    guard arguments.operands.count == 1, let text = arguments.operands.first else {
      throw UsageError(
        message: "export needs one TYPE",
        hint: "write contractcheck export --format json-schema User -c Contracts")
    }
    let found = ContractSearch(options.contracts)
    let set = try usableContracts(found, console)
    let named = try NamedTarget(text, in: set)
    let schema = PayloadSchema(of: named.contract, named.stated, title: named.stated.text)
    try console.print(schema.text, terminator: "")
    return found.problems.isEmpty ? .success : .unreadableInput
  }
}

private struct ExportOptions: CommandOptions {
  let contracts: [String]

  init(_ options: inout OptionReader) throws(UsageError) {
    _ = try options.last(
      "format", "FORMAT", "json-schema (default), the only one",
      OptionForm<String>.choice(of: ["json-schema": "json-schema"]))
    contracts = try options.all(.contracts, .text)
  }
}
