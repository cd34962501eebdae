import ContractModel
import DiskReading
import Generation

extension Command {
  /// `contractcheck generate`: payloads of a type, made up from its contract.
  static let generate = Command(
    name: "generate", summary: "make up payloads from a contract", operands: "[CONTRACT]",
    options: [
      Option(
        name: "as", short: nil, value: "TYPE",
        summary: "what the payloads are: [User], user: User, or an endpoint such as \"GET /users\""),
      .contracts,
      Option(
        name: "faults", short: nil, value: "WHICH",
        summary: "none, each, pairwise or random; without it, all of them in this order",
        choices: GeneratedList.Faults.allCases.map(\.rawValue)),
      Option(
        name: "count", short: nil, value: "N",
        summary: "how many; by default 100, of each and pairwise all"),
      Option(name: "from", short: nil, value: "I", summary: "the first of them, counted from 0"),
      Option(
        name: "seed", short: nil, value: "S",
        summary: "what payloads are drawn from; by default a number that the contract has"),
      Option(
        name: "ids", short: nil, value: nil,
        summary: "with their ids: {\"id\": …, \"payload\": …}, or \"text\" for what is no JSON"),
    ],
    details: [
      """
      Prints payloads, one a line: valid ones (none), one for each fault at each key path (each),
      valid ones with members at their edges, every two edges together in one (pairwise), and
      drawn ones with up to two faults (random). CONTRACT is a file, or a folder that is searched.
      """,
      """
      The contract and the seed say what the payloads are, on every machine: --from 100 --count 50
      is that part of the whole. Without --ids, payloads that are no line are left out.
      """,
    ]
  ) { arguments, console in
    guard let text = arguments.value("as") else {
      throw UsageError(
        message: "generate needs --as",
        hint: "write --as \"[User]\", --as \"user: User\" or an endpoint")
    }
    let count = try arguments.number("count", as: Int.self)
    let start = try arguments.number("from", as: Int.self) ?? 0
    let seed = try arguments.number("seed", as: UInt64.self)
    let found = ContractSearch(arguments.operands + arguments.values("contracts"))
    guard let set = try usableContracts(found, console) else {
      return found.paths.isEmpty ? .unreadableInput : .invalidContract
    }
    let cases = try NamedTarget(text, in: set).generatedCases(seed: seed.map { Seed($0) })
    let list = GeneratedList(
      cases, arguments.value("faults").flatMap(GeneratedList.Faults.init))
    let writer = GeneratedWriter(console, hasIDs: arguments.has("ids"))
    try writer.write(list, from: start, count: count)
    return found.problems.isEmpty ? .success : .unreadableInput
  }
}

extension NamedTarget {
  func generatedCases(seed: Seed? = nil) throws(UsageError) -> GeneratedCases {
    if let cases = GeneratedCases(contract, target: stated, seed: seed) { return cases }
    throw UsageError(
      message: "no valid payload of \(quoted(stated.text)) can be made up",
      hint: "contractcheck lint says why")
  }
}

extension Arguments {
  /// The number given to an option, which is not negative.
  func number<Number: FixedWidthInteger>(
    _ option: String, as type: Number.Type
  ) throws(UsageError) -> Number? {
    guard let text = value(option) else { return nil }
    guard let number = Number(text), number >= 0 else {
      throw UsageError(message: "--\(option) is a number from 0 on, not \(quoted(text))", hint: nil)
    }
    return number
  }
}
