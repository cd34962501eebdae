import ContractDiff
import ContractModel
import FaultTolerance
import JSONParsing
import Reporting

extension Command {
  static let uses = Command(
    name: "uses", summary: "say which versions of an app read a key, and what they do without it",
    operands: "[ENDPOINT] KEY",
    details: """
      KEY is a key path or property as a contract writes it, mail, or one of a mapping, User.mail. With an
      ENDPOINT, such as "GET /users/:id", it is one that this endpoint's payloads have. For each version of
      --released, it says which lines read it, as which property and type, and what the app does if the key
      is absent or null: what its mapper did when it was measured, or else what the contract says.

      Exit codes: 0 if some version reads the key; 5 if none does.
      """.paragraphs, options: ReleaseOptions.releases
  ) { releases, operands, console in
    guard (1...2).contains(operands.count), let key = operands.last, !releases.isEmpty else {
      throw UsageError(
        message: "uses needs a KEY and --released",
        hint: "write contractcheck uses User.mail --released 3.1=git:v3.1:Contracts")
    }
    let endpoint = operands.count == 2 ? operands.first : nil
    var rows: [[String]] = []
    var isUsed = false
    for release in releases {
      let source = try ContractSource(release.source, console)
      let found = try source.uses(of: key, under: endpoint, console)
      isUsed = isUsed || !found.isEmpty
      let none = found.isEmpty ? [["does not read it"]] : found
      rows += none.enumerated().map { number, cells in
        [number == 0 ? displayed(release.name) : ""] + cells
      }
    }
    let width = rows.map(\.count).max() ?? 0
    let table = rows.map { $0 + Array(repeating: "", count: width - $0.count) }
    try console.print(aligned(table).joined(separator: "\n"))
    return isUsed ? .success : .nothingChecked
  }
}

extension ContractSource {
  /// Returns a row for each line that reads a key.
  fileprivate func uses(
    of key: String, under endpoint: String?, _ console: Console
  ) throws -> [[String]] {
    let tolerances = try tolerances(console)
    let side = DiffSide(set.contracts)
    return side.contracts.flatMap { contract in
      let names = LineNames(contract)
      let tolerance = tolerances.first { $0.contract == contract.name }
      return LineUse.all(of: key, under: endpoint, in: contract).map { use in
        let answer = { (fault: FoldedFault, refuses: Bool?) -> String in
          guard let refuses else { return "not known" }
          guard refuses else { return "takes it" }
          let measured = names[use.line].flatMap { tolerance?.answer(to: fault, of: $0) }
          return measured.map(\.words) ?? "refuses the payload (not measured)"
        }
        return [
          displayed("\(use.owner).\(use.line.property?.description ?? "_")"),
          displayed(use.line.source.description + (use.line.isOptional ? "?" : "")),
          displayed(use.line.value.description), side.text(of: use.line.origin),
          "absent: \(answer(.missing, use.refusesAbsent))",
          "null: \(answer(.null, use.refusesNull))",
        ]
      }
    }
  }
}

extension FaultAnswer {
  fileprivate var words: String {
    switch self {
    case .takes: "takes it"
    case .skips: "leaves it out"
    case .changes: "has another value"
    case .refuses: "refuses the payload"
    case .unknown: "refuses the payload (not measured)"
    }
  }
}
