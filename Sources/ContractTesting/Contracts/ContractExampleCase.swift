public import ContractModel
import ContractReporting
import DiskReading
import Foundation
import JSONParsing
public import Testing

/// An example of a contract, as an argument of a test.
///
///     @Test("The examples hold", arguments: try Contract("groups").examples)
///     func examples(example: ContractExampleCase) { example.verify() }
public struct ContractExampleCase: Sendable, CustomTestStringConvertible {
  /// The contract that has the example.
  public let contract: Contract
  /// The example.
  public let example: ContractExample
  private let run: ExampleRun

  init(_ example: ContractExample, _ run: ExampleRun) {
    (self.example, self.run) = (example, run)
    contract = run.contract
  }

  /// The example's name.
  public var testDescription: String { quoted(example.name) }

  /// Maps the example's payload, and records an issue if an expectation fails.
  public func verify(sourceLocation: SourceLocation = #_sourceLocation) {
    guard let failure = run.failure(of: example) else { return }
    TestIssue.record(failure, at: sourceLocation)
  }

  /// Maps the example's payload, for tests that do not use Swift Testing.
  ///
  /// - Throws: `ContractExampleFailure` if an expectation of the example fails.
  public func check() throws {
    if let failure = run.failure(of: example) { throw ContractExampleFailure(description: failure) }
  }
}

/// The failure of an example, with the text that `contractcheck test` prints.
public struct ContractExampleFailure: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String
}

extension Contract {
  /// The examples, each with its contract.
  ///
  /// - Throws: `TestSetupError` if there are none: Swift Testing skips a test without arguments,
  ///   and the run would pass.
  public var examples: [ContractExampleCase] {
    get throws {
      guard !statedExamples.isEmpty else {
        throw TestSetupError(
          "the contract \(quoted(name.text)) has no examples",
          notes: ["a test over none would be skipped, and stay green"])
      }
      let run = try ExampleRun(self)
      return statedExamples.map { ContractExampleCase($0, run) }
    }
  }
}

/// The data that the examples of a contract share.
struct ExampleRun: Sendable {
  let contract: Contract
  private let verifier: ExampleVerifier<DiskFiles>
  private let set: ContractSet

  init(_ contract: Contract) throws {
    guard let root = contract.rootFolder else {
      throw TestSetupError("the contract \(quoted(contract.name.text)) was not read from a disk")
    }
    self.contract = contract
    let files = DiskFiles(root: URL(filePath: root, directoryHint: .isDirectory))
    verifier = ExampleVerifier(contract, files: files)
    set = try ContractReading.set(of: [contract.path], files)
  }

  /// Returns the payloads that the example maps first, followed by its own payload.
  ///
  /// - Throws: `TestSetupError` if a payload is missing.
  func payloads(of example: ContractExample) throws -> [[UInt8]] {
    do {
      return try verifier.payloads(of: example)
    } catch {
      throw TestSetupError("the example \(quoted(example.name)): \(displayed("\(error)"))")
    }
  }

  /// Returns the text of `contractcheck test` about an example; `nil` if the example passes.
  func failure(of example: ContractExample) -> String? {
    let outcome = verifier.outcome(of: example)
    return ExampleReport([(contract, [outcome])], of: set).failures.first
  }
}
