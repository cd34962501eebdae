import ContractModel
import DraftWriting
import Generation
import JSONParsing
import MappingEngine

/// Holds drafted mappings against what the app makes of the payloads they were drafted from.
///
/// Where the app has another value than the line says, such as a text in capitals, the line is only
/// checked; where the contract refuses what the app takes, it is left open.
struct DraftTrial {
  private var mappings: [ModelMapping]
  private let probe: ModelProbe
  private let remarks: [String]
  /// How often lines are taken back, since one may hide another.
  private static let mostRounds = 4

  init(_ mappings: [ModelMapping], _ probe: ModelProbe, _ remarks: [String]) {
    (self.mappings, self.probe, self.remarks) = (mappings, probe, remarks)
  }

  /// The text of the draft that was tried.
  mutating func text() -> String {
    for _ in 0..<Self.mostRounds {
      guard let contract = contract, correct(by: contract) else { break }
    }
    return written
  }

  private var written: String {
    DraftText(remarks: remarks, mappings: mappings.map(\.drafted)).text
  }

  private var contract: Contract? {
    try? Contract(at: DraftFile.path, files: DraftFile(text: written))
  }

  // MARK: - Trying

  /// - Returns: Whether anything was changed.
  private mutating func correct(by contract: Contract) -> Bool {
    var isChanged = false
    for index in mappings.indices {
      for payload in mappings[index].payloads where correct(index, payload, contract) {
        isChanged = true
      }
    }
    return isChanged
  }

  private mutating func correct(
    _ index: Int, _ payload: PayloadTree, _ contract: Contract
  ) -> Bool {
    let model = mappings[index].model
    guard let found = probe.decoded(model.type, payload),
      let document = try? JSONDocument(parsing: payload.bytes),
      let stated = try? TargetText(model.name).target
    else { return false }
    let target = MappingTarget(stated)
    var store = ObjectStore(findsObjectsAgain: false)
    let result = Mapper(contract, as: target).map(document, as: target, into: &store)
    let types = ComparedTypes(contract, as: target)
    let differences = ResultComparison.differences(
      result, found.value, ComparisonOptions(), types)
    let refused = result.violations.filter { $0.severity == .error }.map(\.path)
    var isChanged = false
    mappings[index].changeLines { line in
      if let property = line.property, differences.contains(where: { $0.isOf(property, line) }) {
        line.demote("becomes another value")
        isChanged = true
      }
      guard refused.contains(InstancePath(names: line.path)), line.property != nil else { return }
      line.value = ModelType.anything("").constrained
      line.demote("the type takes what no line says")
      isChanged = true
    }
    return isChanged
  }
}

extension ModelMapping {
  /// Changes the lines of the mapping and its cases.
  fileprivate mutating func changeLines(_ change: (inout ModelLine) -> Void) {
    for index in lines.indices { change(&lines[index]) }
    for index in cases.indices {
      guard case .lines(var own) = cases[index].use else { continue }
      for line in own.indices { change(&own[line]) }
      cases[index].use = .lines(own)
    }
  }
}

extension ValueDifference {
  /// Whether it is one of a property's own value, and not of an object in it.
  fileprivate func isOf(_ property: String, _ line: ModelLine) -> Bool {
    guard path.steps.first == .member(MemberName(property)) else { return false }
    return line.value.type.mappings.isEmpty || path.steps.count == 1
  }
}

/// A contract that is not written yet, as a file.
private struct DraftFile: ContractFiles {
  static let path = "draft" + Contract.fileSuffix
  let text: String

  func contract(at path: String) -> [UInt8]? { path == Self.path ? Array(text.utf8) : nil }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool { false }

  func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
}
