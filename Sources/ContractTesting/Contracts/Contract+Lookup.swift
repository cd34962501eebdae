public import ContractModel
import DiskReading
public import Foundation
import JSONParsing

extension Contract {
  /// Finds and reads a contract, wherever it lies in the package.
  ///
  ///     try Contract("groups")            // Contracts/groups.contract.json
  ///     try Contract("Groups/groups")     // if there is another one elsewhere
  ///
  /// In the folder `Contracts` of the package no target has to leave the file out. It may also lie
  /// beside the code.
  ///
  /// Hidden folders, links and the folders that package managers fill are not searched.
  ///
  /// - Parameters:
  ///   - name: The file without `.contract.json`, or the end of its path.
  ///   - bundle: A bundle with contracts as resources, instead of the package.
  ///   - filePath: The test's source file; the package is the one around it.
  /// - Throws: `TestSetupError` if there is none or more than one, or with what `contractcheck
  ///   lint` says of it if it has an error.
  public init(_ name: String, bundle: Bundle? = nil, filePath: String = #filePath) throws {
    let source = TestSource(filePath, bundle)
    let lookup = ContractLookup(below: try source.requiredRoot().standardizedFileURL)
    self = try lookup.contract(named: name).keepingFailures(in: source.checkout)
  }

  /// Reads a contract.
  ///
  /// - Throws: `TestSetupError` if it cannot be read, or with what `contractcheck lint` says of it
  ///   if it has an error.
  public init(contentsOf url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw TestSetupError("there is no contract at \(shown(url))")
    }
    let search = ContractSearch([url.path])
    guard !PackageRoot.isFolder(url), let path = search.paths.first else {
      let problem = search.problems.first ?? "\(shown(url)) is a folder"
      throw TestSetupError(problem, notes: ["a contract is a file *\(Contract.fileSuffix)"])
    }
    self = try ContractReading.contracts(at: [path], of: search.files)[0]
  }

  /// Reads a contract.
  ///
  /// - Parameters:
  ///   - path: Absolute, or from the package's root.
  ///   - filePath: The test's source file; the package is the one around it.
  /// - Throws: As `init(contentsOf:)` with a URL.
  public init(contentsOf path: String, filePath: String = #filePath) throws {
    let isAbsolute = path.utf8.starts(with: "/".utf8)
    let root =
      isAbsolute ? URL(filePath: "/") : try TestSource(filePath).requiredRoot()
    try self.init(contentsOf: root.appending(path: path).standardizedFileURL)
  }

  /// Reads every contract below a folder, so that one that no test names is checked too.
  ///
  ///     @Test("Every contract is kept", arguments: try Contract.all(below: "Contracts"))
  ///
  /// - Parameters:
  ///   - folder: From the package's root; "." is the package.
  ///   - bundle: A bundle with contracts as resources, instead of the package.
  ///   - filePath: The test's source file; the package is the one around it.
  /// - Returns: In the order of their paths' bytes, at least one.
  /// - Throws: `TestSetupError` if there is no such folder or no contract below, and with what
  ///   `contractcheck lint` says of all of them if one has an error or cannot be read.
  public static func all(
    below folder: String, bundle: Bundle? = nil, filePath: String = #filePath
  ) throws -> [Contract] {
    let source = TestSource(filePath, bundle)
    let root = try source.requiredRoot()
    guard staysInside(folder) else {
      throw TestSetupError("expected a folder of the package, found \(quoted(folder))")
    }
    let start = root.appending(path: folder).standardizedFileURL
    guard PackageRoot.isFolder(start) else {
      throw TestSetupError("there is no folder \(shown(start))")
    }
    let search = ContractSearch([start.path], below: root.standardizedFileURL)
    guard search.problems.isEmpty else {
      throw TestSetupError(
        "not every contract below \(shown(start)) can be read", notes: search.problems)
    }
    guard !search.paths.isEmpty else {
      throw TestSetupError("there is no *\(Contract.fileSuffix) below \(shown(start))")
    }
    return try ContractReading.contracts(at: search.paths, of: search.files)
      .map { $0.keepingFailures(in: source.checkout) }
  }
}

extension Contract {
  /// The folder below which failures of the contract are saved and looked for.
  var failuresRoot: String? { checkoutFolder ?? rootFolder }

  func keepingFailures(in checkout: URL?) -> Contract {
    var contract = self
    contract.checkoutFolder = checkout?.path
    return contract
  }
}
