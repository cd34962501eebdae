import Foundation
import TestSupport
import Testing

@testable import ContractTesting

@Suite("A contract is found by its name, wherever it lies", .freshStore)
struct ContractLookupTests {
  private let minimal = #"{ "contract": 1, "endpoints": { "GET /a": "Int" } }"#

  @Test("A contract of this package is found")
  func packageContract() throws {
    #expect(try Contract("groups").path == "Contracts/groups.contract.json")
    #expect(try Contract("mapping/identity").path == "Fixtures/mapping/identity.contract.json")
  }

  @Test(
    "Build folders, hidden folders and loops of links are not searched")
  func skippedFolders() throws {
    let skipped = [".build", "node_modules", "DerivedData", "Pods", "Carthage", "Sources/.hidden"]
    var files = Dictionary(
      uniqueKeysWithValues: skipped.map { ("\($0)/x/a.contract.json", minimal) })
    files["Sources/App/a.contract.json"] = minimal
    let trial = try Trial(files)
    try FileManager.default.createSymbolicLink(
      atPath: trial.folder + "/Sources/loop", withDestinationPath: trial.folder)
    let contract = try Contract("a", filePath: trial.filePath)
    #expect(contract.path == "Sources/App/a.contract.json")
    #expect(contract.rootFolder == trial.folder)
  }

  @Test("A missing contract is an error with the folder and the nearest name")
  func missing() throws {
    let trial = try Trial(["Sources/groups.contract.json": minimal])
    #expect(
      complaint { _ = try Contract("grops", filePath: trial.filePath) } == """
        there is no contract "grops"
          looked for *.contract.json below \(trial.folder): found 1
          did you mean "groups"?
        """)
  }

  @Test("An endpoint without a body cannot test a mapper")
  func noBody() throws {
    let text = #"{ "contract": 1, "endpoints": { "DELETE /a": null } }"#
    let trial = try Trial(["Sources/a.contract.json": text])
    let contract = try Contract("a", filePath: trial.filePath)
    let said = """
      the endpoint "DELETE /a" of the contract "a" has no body, so no payload that a mapper could map
      """
    #expect(complaint { _ = try contract.keyPaths(as: "DELETE /a") } == said)
    #expect(
      complaint {
        _ = try MapperTest(.decoding([Int].self), keeps: contract, as: "DELETE /a").violations()
      } == said)
  }

  @Test("An ambiguous name is an error with both paths; more of the path resolves it")
  func ambiguous() throws {
    let files = ["A/groups.contract.json": minimal, "B/groups.contract.json": minimal]
    let trial = try Trial(files)
    #expect(
      complaint { _ = try Contract("groups", filePath: trial.filePath) } == """
        there are 2 contracts "groups"
          \(trial.folder)/A/groups.contract.json
          \(trial.folder)/B/groups.contract.json
          write more of the path: Contract("A/groups")
        """)
    let contract = try Contract("B/groups", filePath: trial.filePath)
    #expect(contract.path == "B/groups.contract.json")
  }

  @Test("A contract in the folder Contracts and one of its name beside code are an error")
  func contractsFolder() throws {
    var files = ["Contracts/groups.contract.json": minimal]
    let alone = try Trial(files)
    let contract = try Contract("groups", filePath: alone.filePath)
    #expect(contract.path == "Contracts/groups.contract.json")
    files["Sources/App/groups.contract.json"] = minimal
    let trial = try Trial(files)
    #expect(
      complaint { _ = try Contract("groups", filePath: trial.filePath) } == """
        there are 2 contracts "groups"
          \(trial.folder)/Contracts/groups.contract.json
          \(trial.folder)/Sources/App/groups.contract.json
          write more of the path: Contract("Contracts/groups")
        """)
  }

  @Test("Names are compared by scalars")
  func canonicalEquivalence() throws {
    let trial = try Trial(["caf\u{e9}.contract.json": minimal])
    let contract = try Contract("caf\u{e9}", filePath: trial.filePath)
    #expect(contract.name == "caf\u{e9}")
    #expect(throws: TestSetupError.self) {
      try Contract("cafe\u{301}", filePath: trial.filePath)
    }
  }

  @Test("Errors of a contract and its includes are reported as lint reports them")
  func mistakes() throws {
    let files = [
      "a.contract.json": #"{ "contract": 1, "include": ["b.contract.json"] }"#,
      "b.contract.json": #"{ "contract": 1, "mapings": {} }"#,
    ]
    let trial = try Trial(files)
    let text = complaint { _ = try Contract("a", filePath: trial.filePath) }
    #expect(
      text.hasPrefix(
        """
        \(trial.folder)/b.contract.json:1:18: error: unknown word "mapings"
           1 | { "contract": 1, "mapings": {} }
             |                  ^^^^^^^^^
             = hint: did you mean "mappings"?

        """))
    #expect(text.hasSuffix("checked 1 contract with 0 mappings: 1 error"))
  }

  @Test("A file is read by its path from the package's root, or by its URL")
  func contentsOf() throws {
    let trial = try Trial(["Sources/a.contract.json": minimal, "B/x": ""])
    let path = trial.filePath
    let contract = try Contract(contentsOf: "Sources/a.contract.json", filePath: path)
    let url = URL(filePath: trial.folder + "/Sources/a.contract.json")
    #expect(try Contract(contentsOf: url) == contract)
    #expect(contract.name == "a")
    #expect(
      complaint { _ = try Contract(contentsOf: "b.contract.json", filePath: path) }
        == "there is no contract at \(trial.folder)/b.contract.json")
    #expect(
      complaint { _ = try Contract(contentsOf: "B", filePath: path) } == """
        \(trial.folder)/B is a folder
          a contract is a file *.contract.json
        """)
  }

  @Test("A contract of a bundle is the file in the package of which it is a copy, if there is one")
  func bundle() throws {
    let other = minimal.replacing("/a", with: "/b")
    let trial = try Trial([
      "My.bundle/In/a.contract.json": minimal, "Tests/Own/a.contract.json": minimal,
      "My.bundle/In/b.contract.json": other, "Tests/Own/b.contract.json": other + "\n",
    ])
    let bundle = try #require(Bundle(path: trial.folder + "/My.bundle"))
    let paths = { (filePath: String) in
      let all = try Contract.all(below: "In", bundle: bundle, filePath: filePath)
      let one = try Contract("a", bundle: bundle, filePath: filePath)
      return (all + [one]).map { ($0.rootFolder ?? "") + "/" + $0.path }
    }
    let (own, copy) = (trial.folder + "/Tests/Own/", trial.folder + "/My.bundle/In/")
    // The contract b of the package has been edited since the bundle was made.
    #expect(
      try paths(trial.filePath) == [
        own + "a.contract.json", copy + "b.contract.json", own + "a.contract.json",
      ])
    #expect(
      try paths("/nowhere/Tests.swift") == [
        copy + "a.contract.json", copy + "b.contract.json", copy + "a.contract.json",
      ])
  }

  @Test("Failures of a contract from a bundle are saved in the package, if the sources are there")
  func failuresOfBundle() throws {
    try withFolder(["My.bundle/a.contract.json": minimal]) { folder in
      let trial = try Trial([:])
      let bundle = try #require(Bundle(path: folder + "/My.bundle"))
      let read = { (path: String) in try Contract("a", bundle: bundle, filePath: path) }
      let resources = try read("/nowhere/Tests/A.swift")
      #expect(resources.failuresRoot == resources.rootFolder)
      #expect(resources.rootFolder?.hasSuffix("/My.bundle") == true)
      #expect(try read(trial.filePath).failuresRoot == trial.folder)
      #expect(try read(trial.filePath).rootFolder == resources.rootFolder)
      #expect(
        try Contract.all(below: ".", bundle: bundle, filePath: trial.filePath).map(\.failuresRoot)
          == [trial.folder])
    }
  }

  @Test("The contracts below a folder of a bundle find fixtures in its other folders")
  func foldersOfBundle() throws {
    let contract =
      #"{ "contract": 1, "examples": [{ "name": "one", "fixture": "a.json", "as": "Int" }] }"#
    let files = ["My.bundle/In/a.contract.json": contract, "My.bundle/Fixtures/a.json": "1"]
    try withFolder(files) { folder in
      let bundle = try #require(Bundle(path: folder + "/My.bundle"))
      let all = try Contract.all(below: "In", bundle: bundle, filePath: "/nowhere/Tests.swift")
      #expect(all.map(\.path) == ["In/a.contract.json"])
    }
  }

  @Test("All contracts below a folder are ordered by path, and none is an error")
  func all() throws {
    let paths = try Contract.all(below: "Contracts").map(\.path)
    #expect(paths.first == "Contracts/articles.contract.json")
    #expect(paths == paths.sorted() && paths.count == 5)
    let trial = try Trial(["Sources/x": ""])
    let path = trial.filePath
    #expect(
      complaint { _ = try Contract.all(below: "Sources", filePath: path) }
        == "there is no *.contract.json below \(trial.folder)/Sources")
    #expect(
      complaint { _ = try Contract.all(below: "Source", filePath: path) }
        == "there is no folder \(trial.folder)/Source")
    #expect(
      complaint { _ = try Contract.all(below: "../x", filePath: path) }
        == "expected a folder of the package, found \"../x\"")
  }

  @Test("A test outside of every package is an error")
  func noPackage() {
    let text = complaint { _ = try Contract("a", filePath: "/nowhere/Tests/A.swift") }
    #expect(
      text == """
        there is no package around the test
          looked for Package.swift and .git from /nowhere/Tests upwards
          name the file with contentsOf:, give its bundle, or name the folder in CONTRACTCHECK_ROOT
        """)
  }

  @Test("The environment may name the package's root, where the sources are in another folder")
  func namedRoot() throws {
    let trial = try Trial(["Fixtures/a.json": "1"])
    let source = { (root: String) in
      TestSource("/elsewhere/Tests/A.swift", environment: ["CONTRACTCHECK_ROOT": root])
    }
    let named = source(trial.folder)
    #expect(try named.requiredRoot().path == trial.folder)
    #expect(named.contractsFolder.path == trial.folder + "/Contracts")
    #expect(named.foldersUpwards.map(\.path) == ["/elsewhere/Tests", trial.folder])
    #expect(
      try FixtureSearch(directory: nil, source: named).url(of: "a.json").path
        == trial.folder + "/Fixtures/a.json")
    #expect(
      complaint { _ = try source(trial.folder + "/none").requiredRoot() }
        == "CONTRACTCHECK_ROOT names no folder: \(trial.folder)/none")
    #expect(source("").packageRoot == nil)
    // A folder whose name only begins with that of the root is not inside it.
    #expect(source("/else").foldersUpwards.map(\.path) == ["/elsewhere/Tests", "/else"])
  }
}
