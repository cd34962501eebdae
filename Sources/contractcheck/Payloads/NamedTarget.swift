import CaptureChecking
import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// The target of `--as`: a type or endpoint, and the contract that has it.
struct NamedTarget {
  let contract: Contract
  let target: MappingTarget
  /// The target in the contract's model.
  let stated: ContractExample.Target

  /// - Parameter text: `[User]`, `user: User`, `GET /users/:id`, or one of them after `groups#`.
  init(_ text: String, in set: ContractSet) throws(UsageError) {
    let parts = Self.parts(text, set)
    let target: ContractExample.Target
    do {
      target = try TargetText(parts.target).target
    } catch {
      throw UsageError(message: "--as \(quoted(text)): \(error.message)", hint: error.hint)
    }
    let contracts = try Self.contracts(named: parts.contract, in: set)
    // The contract that has a mapping comes before contracts that include it.
    let owners = contracts.filter { $0.missingNames(of: target, isOwn: true).isEmpty }
    let fitting = owners.isEmpty ? contracts.filter { $0.missingNames(of: target).isEmpty } : owners
    guard let contract = fitting.first else {
      throw UsageError(
        message: "no contract has \(quoted(parts.target))",
        hint: contracts.lazy.compactMap { $0.suggestion(for: target) }.first)
    }
    guard fitting.count == 1 else {
      let names = fitting.map { "\(displayed($0.name.text))#\(displayed(parts.target))" }
      throw UsageError(
        message: "\(fitting.count) contracts have \(quoted(parts.target))",
        hint: "write one of \(names.joined(separator: ", "))")
    }
    try self.init(target, of: contract)
  }

  init(_ selector: Endpoint.Selector, of contract: Contract) throws(UsageError) {
    try self.init(.endpoint(Located(selector)), of: contract)
  }

  private init(_ target: ContractExample.Target, of contract: Contract) throws(UsageError) {
    guard !contract.hasNoBody(target) else {
      throw UsageError(message: "the endpoint \(quoted(target.text)) has no body, so no payload")
    }
    self.contract = contract
    (self.target, stated) = (MappingTarget(target), target)
  }

  /// Returns the contract's name and the target, if the text before a `#` names a contract.
  private static func parts(
    _ text: String, _ set: ContractSet
  ) -> (contract: MemberName?, target: String) {
    guard let mark = text.firstIndex(of: "#") else { return (nil, text) }
    let name = text[..<mark]
    guard !name.isEmpty, !name.contains(where: { " /:'[]".contains($0) }) else {
      return (nil, text)
    }
    return (MemberName(String(name)), String(text[text.index(after: mark)...]))
  }

  private static func contracts(
    named name: MemberName?, in set: ContractSet
  ) throws(UsageError) -> [Contract] {
    guard let name else { return set.contracts }
    let contracts = set.contracts.filter { $0.name == name }
    if !contracts.isEmpty { return contracts }
    throw UsageError(
      message: "there is no contract \(quoted(name.text))",
      hint: didYouMean(name.text, among: set.contracts.map(\.name.text)))
  }
}

extension CheckOptions.NamedTarget {
  /// - Parameter text: The target in the form of a command line.
  init(_ text: String, in set: ContractSet) throws(UsageError) {
    let named = try NamedTarget(text, in: set)
    let number = set.contracts.firstIndex { $0.path == named.contract.path } ?? 0
    self.init(contract: number, target: named.target)
  }
}
