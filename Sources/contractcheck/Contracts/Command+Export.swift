import ContractModel
import DiskReading
import Generation
import JSONParsing

extension Command {
  static let export = Command(
    name: "export", summary: "write a type of a contract as a JSON Schema", operands: "TYPE",
    details: """
      Prints the JSON Schema (2020-12) of TYPE: a type, [User], a type below a key path, user: User, or an
      endpoint. Mappings are in $defs. It takes every payload that the contract admits.

      Lines of which a schema cannot say every rule are listed in x-contract with the reason: dates,
      addresses, coercions, options of the long form, other key paths than names. Of all other lines
      a payload that breaks one is refused by the schema, too.
      """.paragraphs, offered: .nothing
  ) { options throws(UsageError) in
    _ = try options.last(
      "format", "FORMAT", "json-schema (default), the only one",
      OptionForm<String>.choice(of: ["json-schema": "json-schema"]))
    return try options.all(.contracts, .text)
  } run: { contracts, operands, console in
    let text = try operands.only(
      or: "export needs one TYPE",
      hint: "write contractcheck export --format json-schema User -c Contracts")
    let found = ContractSearch(contracts)
    let set = try usableContracts(found, console)
    let named = try NamedTarget(text, in: set)
    let schema = PayloadSchema(of: named.contract, named.stated, title: named.stated.text)
    try console.print(schema.text, terminator: "")
    return found.problems.isEmpty ? .success : .unreadableInput
  }
}
