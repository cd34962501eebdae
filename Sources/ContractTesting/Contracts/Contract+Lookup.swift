public import ContractModel
import DiskReading
public import Foundation

extension Contract {
  /// Finds and reads a contract anywhere in the package.
  ///
  ///     try Contract("groups")            // Contracts/groups.contract.json
  ///     try Contract("Groups/groups")     // if there is another one elsewhere
  ///
  /// A contract in the package's folder `Contracts` needs no `exclude` in any target. It may also
  /// be next to the code.
  ///
  /// Hidden folders, links and the folders that package managers fill are not searched.
  ///
  /// - Parameters:
  ///   - name: The name of the file without `.contract.json`, or the end of its path.
  ///   - bundle: A bundle with contracts as resources, to use instead of the package.
  ///   - filePath: The test's source file, which is inside the package.
  /// - Throws: `TestSetupError` if there is no such contract or more than one, or with the report
  ///   of `contractcheck lint` if it has an error.
  public init(_ name: String, bundle: Bundle? = nil, filePath: String = #filePath) throws {
    let source = TestSource(filePath, bundle)
    let lookup = ContractLookup(below: try source.requiredRoot().standardizedFileURL)
    self = source.original(of: try lookup.contract(named: name))
  }

  /// Reads a contract.
  ///
  /// - Throws: `TestSetupError` if the file cannot be read, or with the report of
  ///   `contractcheck lint` if the contract has an error.
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
  ///   - path: An absolute path, or one relative to the package's root.
  ///   - filePath: The test's source file, which is inside the package.
  /// - Throws: As `init(contentsOf:)` with a URL.
  public init(contentsOf path: String, filePath: String = #filePath) throws {
    let isAbsolute = path.utf8.starts(with: "/".utf8)
    let root =
      isAbsolute ? URL(filePath: "/") : try TestSource(filePath).requiredRoot()
    try self.init(contentsOf: root.appending(path: path).standardizedFileURL)
  }

  /// Reads every contract below a folder, so that contracts that no test names are checked, too.
  ///
  ///     @Test("Every contract is kept", arguments: try Contract.all(below: "Contracts"))
  ///
  /// - Parameters:
  ///   - folder: A folder relative to the package's root; "." is the package.
  ///   - bundle: A bundle with contracts as resources, to use instead of the package.
  ///   - filePath: The test's source file, which is inside the package.
  /// - Returns: The contracts, at least one, in the order of their paths' bytes.
  /// - Throws: `TestSetupError` if there is no such folder or no contract below it, or with the
  ///   report of `contractcheck lint` on all of them if one has an error or cannot be read.
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
      .map(source.original)
  }
}

extension Contract {
  /// The folder in which failures of the contract are saved and searched for.
  package var failuresRoot: String? { checkoutFolder ?? rootFolder }
}

extension TestSource {
  /// Returns the contract in the package of which a contract from the bundle is a copy; the given
  /// contract if there is none. Failures of the result are saved in the package.
  func original(of contract: Contract) -> Contract {
    guard let checkout, let resources else { return contract }
    var original = ContractLookup(below: checkout).original(of: contract, in: resources)
    original.checkoutFolder = checkout.path
    return original
  }
}
