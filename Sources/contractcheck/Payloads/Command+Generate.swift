import ContractModel
import DiskReading
import Generation

extension Command {
  static let generate = Command(
    name: "generate", summary: "generate payloads from a contract", operands: "[CONTRACT]",
    details: """
      Prints payloads, one a line: valid ones (none), one for each fault at each key path (each),
      valid ones with members at their edges, every pair of edges in one payload (pairwise), and drawn
      ones with up to two faults (random). A CONTRACT is a file, or a folder that is searched.

      The contract and the seed determine the payloads, on every machine; --from 100 --count 50 prints
      that part of them. Without --ids, payloads that contain a line break or are no text are left out.
      """.paragraphs, options: GenerateOptions.init
  ) { options, operands, console in
    guard let text = options.target else {
      throw UsageError(
        message: "generate needs --as",
        hint: "write --as \"[User]\", --as \"user: User\" or an endpoint")
    }
    let found = ContractSearch(operands + options.contracts)
    let set = try usableContracts(found, console)
    let cases = try NamedTarget(text, in: set).generatedCases(seed: options.seed.map { Seed($0) })
    try GeneratedList(cases, options.faults).write(
      from: options.start, count: options.count, hasIDs: options.hasIDs, console)
    return found.problems.isEmpty ? .success : .unreadableInput
  }
}

private struct GenerateOptions: CommandOptions {
  let target: String?
  let contracts: [String]
  let faults: GeneratedList.Faults?
  let count: Int?
  let start: Int
  let seed: UInt64?
  let hasIDs: Bool

  init(_ options: inout OptionReader) throws(UsageError) {
    target = try options.last(
      "as", "TYPE",
      "what the payloads are: [User], user: User, or an endpoint such as \"GET /users\"", .text)
    contracts = try options.all(.contracts, .text)
    faults = try options.last(
      "faults", "WHICH", "none, each, pairwise or random; without it, all of them in this order",
      .choice)
    count = try options.last(
      "count", "N", "how many; by default 100, of each and pairwise all", .number())
    start = try options.last("from", "I", "the first of them, counted from 0", .number(), or: 0)
    seed = try options.last(.seed, .number())
    hasIDs = try options.isOn(
      "ids", "with their ids: {\"id\": …, \"payload\": …}, or \"text\" for what is no JSON")
  }
}

extension NamedTarget {
  func generatedCases(seed: Seed? = nil) throws(UsageError) -> GeneratedCases {
    if let cases = GeneratedCases(contract, target: stated, seed: seed) { return cases }
    throw UsageError(
      message: "no valid payload of \(quoted(stated.text)) can be generated",
      hint: "contractcheck lint says why")
  }
}
