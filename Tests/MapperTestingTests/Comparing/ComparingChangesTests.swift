import ContractModel
import DiskReading
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import MapperTesting

/// A copy of the engine's objects as dictionaries, with one changed scalar.
private struct Copy {
  let store: ObjectStore
  /// The number of the changed scalar in the order of the properties; `nil` for none.
  let changed: Int?
  var count = 0
  var path: InstancePath?

  init(_ store: ObjectStore, changing changed: Int?) {
    (self.store, self.changed) = (store, changed)
  }

  mutating func value(_ value: MappedValue, _ path: InstancePath) -> Any? {
    switch value {
    case .object(let id):
      var members: [String: Any?] = [:]
      for (name, value) in store[id].properties {
        let path = name.names.reduce(path) { $0.appending(.member($1)) }
        members[name.description] = .some(self.value(value, path))
      }
      return members
    case .array(let collection):
      return collection.elements.enumerated().map { self.value($1, path.appending(.element($0))) }
    case .dictionary(let entries):
      var members: [String: Any?] = [:]
      for entry in entries {
        members[entry.name.text] = .some(
          self.value(entry.value, path.appending(.member(entry.name))))
      }
      return members
    default: return scalar(value, path)
    }
  }

  private mutating func scalar(_ value: MappedValue, _ path: InstancePath) -> Any? {
    defer { count += 1 }
    let isChanged = count == changed
    if isChanged { self.path = path }
    switch value {
    case .int(let number): return isChanged ? number &+ 1 : number
    case .double(let number): return isChanged ? number + 1 : number
    case .bool(let bool): return isChanged ? !bool : bool
    case .string(let text): return isChanged ? text + "x" : text
    default: return isChanged ? "x" : nil
    }
  }
}

@Suite("A comparison names exactly the changed property")
struct ComparingChangesTests {
  @Test(
    "Each single change of the payloads of groups is named",
    arguments: [
      ("[Avatar]", "avatars.json"), ("[Group]", "groups.json"), ("user: User", "user.json"),
      ("Envelope", "countries.json"), ("Envelope", "sports.json"),
      ("people: [Person]", "people.json"),
    ])
  func groups(type: String, fixture: String) throws {
    let path = "Contracts/groups.contract.json"
    let files = DiskFiles(root: PackageFolder.root)
    let contract = try Contract(at: path, files: files)
    let bytes = try #require(try files.fixture(fixture, forContractAt: path))
    let result = try result(contract, type, String(decoding: bytes, as: UTF8.self))
    let root = try #require(result.value)
    var all = Copy(result.store, changing: nil)
    let same = all.value(root, InstancePath()) as Any
    let options = ComparisonOptions()
    let types = ComparedTypes(contract, as: MappingTarget(try TargetText(type).target))
    #expect(ResultComparison.differences(result, same, options, types).map(\.text) == [])
    #expect(all.count > 1)
    for changed in 0..<all.count {
      var copy = Copy(result.store, changing: changed)
      let other = copy.value(root, InstancePath()) as Any
      let differences = ResultComparison.differences(result, other, options, types)
      #expect(differences.map(\.path) == [copy.path])
    }
  }
}
