public import ContractModel
import DiskReading
public import Foundation
import JSONParsing
import MapperTesting

extension Contract {
  /// Finds and reads a contract, or drafts it from a `Codable` type if there is none yet.
  ///
  ///     try Contract("orders", orDraftOf: [Order].self, decoder: OrderAPI.decoder,
  ///       sample: Fixture("orders.json"))
  ///
  /// The thrown error contains the draft and the path to write it to, in the package's folder
  /// `Contracts`. With `CONTRACTCHECK_DRAFT=1` in the environment, the draft is written there, and
  /// only this run of the test fails. Existing files are not overwritten. The draft describes what
  /// the type decoded. Comments in it list what could not be determined. Without a sample, values
  /// are generated. A type that decodes in different ways, depending on a value that it reads,
  /// needs a sample of each way.
  ///
  /// - Parameters:
  ///   - name: The name of the file without `.contract.json`, or the end of its path.
  ///   - decoder: The app's decoder; it is not changed.
  ///   - samples: Payloads of the type.
  ///   - bundle: A bundle with contracts as resources, to use instead of the package.
  ///   - filePath: The test's source file, which is inside the package.
  /// - Throws: `TestSetupError` with the draft if there is no such contract; `TestSetupError` if
  ///   the type rejects a sample; the errors of `init(_:bundle:filePath:)`.
  public init<Model: Decodable>(
    _ name: String, orDraftOf type: Model.Type, decoder: JSONDecoder = JSONDecoder(),
    sample samples: Fixture..., bundle: Bundle? = nil, filePath: String = #filePath
  ) throws {
    try self.init(
      name, orDraftOf: type, decoder: decoder, samples: samples, bundle: bundle,
      filePath: filePath, writesDraft: Self.writesDrafts)
  }

  /// Whether the environment says that drafts are written to files.
  static var writesDrafts: Bool {
    !["", "0"].contains(ProcessInfo.processInfo.environment["CONTRACTCHECK_DRAFT"] ?? "")
  }

  package init<Model: Decodable>(
    _ name: String, orDraftOf type: Model.Type, decoder: JSONDecoder = JSONDecoder(),
    samples: [Fixture] = [], bundle: Bundle? = nil, filePath: String, writesDraft: Bool
  ) throws {
    let source = TestSource(filePath, bundle)
    let lookup = ContractLookup(below: try source.requiredRoot().standardizedFileURL)
    guard !lookup.hasContract(named: name) else {
      self = source.original(of: try lookup.contract(named: name))
      return
    }
    let draft: CodableDraft
    let watch = DraftWatch(name, "\(type)", below: source.packageRoot?.path)
    do throws(CodableDraft.Failure) {
      draft = try watch.run { begin throws(CodableDraft.Failure) in
        try CodableDraft(
          of: type, decoder: decoder, samples: samples.map(\.bytes), isChecked: watch.isClear,
          watch: begin)
      }
    } catch {
      throw TestSetupError(
        "there is no contract \(quoted(name)), and none can be drafted",
        notes: [Self.reason(error, "\(type)", samples)])
    }
    let file = source.contractsFolder.appending(path: name + Contract.fileSuffix)
      .standardizedFileURL
    guard writesDraft else {
      let lines = draft.text.split(separator: "\n").map(String.init)
      throw TestSetupError(
        "there is no contract \(quoted(name)) yet; write this draft to \(shown(file)), or run with "
          + "CONTRACTCHECK_DRAFT=1:", notes: watch.notes + lines)
    }
    throw Self.written(draft, name, file, watch.notes)
  }

  /// Writes a draft unless the file exists, and returns an error that says so.
  private static func written(
    _ draft: CodableDraft, _ name: String, _ file: URL, _ notes: [String]
  ) -> TestSetupError {
    let none = "there is no contract \(quoted(name))"
    guard !FileManager.default.fileExists(atPath: file.path) else {
      return TestSetupError("\(none), and \(shown(file)) is there already and not overwritten")
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try ReplacingFile.write(Array(draft.text.utf8), to: file)
    } catch {
      return TestSetupError(
        "\(none), and its draft cannot be written to \(shown(file)): \(SystemReason.text(error))")
    }
    return TestSetupError(
      "\(none) yet: \(shown(file)) is a draft of it now",
      notes: notes + ["read it, correct what the type does not show, and run the test again"])
  }

  private static func reason(
    _ failure: CodableDraft.Failure, _ type: String, _ samples: [Fixture]
  ) -> String {
    switch failure {
    case .refused(let number, let reason):
      "\(displayed(type)) refuses \(samples[number]): \(reason)"
    case .noKeys(let notes):
      (["\(type) reads no keys, as far as the values show that were tried"] + notes)
        .map { displayed($0) }.joined(separator: "; ")
    }
  }
}
