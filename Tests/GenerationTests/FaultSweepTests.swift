import ContractModel
import JSONParsing
import TestSupport
import Testing

@testable import Generation

@Suite("A sweep has each fault at each key path, once")
struct FaultSweepTests {
  private func sweep(_ target: String, of contract: String) throws -> FaultSweep {
    let contract = try Contract.named("Contracts/\(contract).contract.json")
    return try #require(FaultSweep(contract, target: try TargetText(target).target))
  }

  private func prediction(_ target: String, of contract: String) throws -> Prediction {
    let contract = try Contract.named("Contracts/\(contract).contract.json")
    return try #require(Prediction(contract, try TargetText(target).target))
  }

  @Test("The fault cases of two avatars have these ids and expected reports")
  func avatars() throws {
    let sweep = try sweep("[Avatar]", of: "groups")
    let prediction = try prediction("[Avatar]", of: "groups")
    let lines = sweep.cells.map { cell in
      let errors = prediction.errors(in: cell)?.texts.joined(separator: ", ") ?? "?"
      return cell.id + (cell.isUnspecified ? " (unspecified)" : "")
        + (errors.isEmpty ? "" : ": " + errors)
    }
    let known = PackageFiles.bytes(at: "Fixtures/sweeps/avatars.txt") ?? []
    let expected = String(decoding: known, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines == expected)
  }

  @Test("The targets of groups have this many fault cases")
  func counts() throws {
    let targets = ["[Avatar]", "[Group]", "user: User", "Envelope", "people: [Person]", "APIError"]
    let counts = try targets.map { target in
      let sweep = try sweep(target, of: "groups")
      return
        "\(target): \(sweep.bases.count) bases, \(sweep.keyPaths.count) key paths, \(sweep.cells.count) cells"
    }
    #expect(
      counts == [
        "[Avatar]: 1 bases, 3 key paths, 137 cells", "[Group]: 1 bases, 6 key paths, 248 cells",
        "user: User: 1 bases, 13 key paths, 516 cells",
        "Envelope: 3 bases, 14 key paths, 520 cells",
        "people: [Person]: 2 bases, 6 key paths, 166 cells",
        "APIError: 1 bases, 1 key paths, 62 cells",
      ])
  }

  @Test("Only the values that are asked for have faults, with all their content")
  func asked() throws {
    let contract = try Contract.named("Contracts/groups.contract.json")
    let target = try TargetText("Envelope").target
    let all = try #require(FaultSweep(contract, target: target))
    for asked in ["items", "items[0]", "Status", ""] {
      let sweep = try #require(
        FaultSweep(contract, target: target) { $0.path.description == asked })
      #expect(sweep.keyPaths.map(\.text) == all.keyPaths.map(\.text))
      let expected = all.keyPaths.filter { keyPath in
        let path = keyPath.path.description
        return !asked.isEmpty
          && (path == asked || path.hasPrefix(asked + ".") || path.hasPrefix(asked + "["))
      }
      #expect(
        sweep.cells.map(\.id) == (expected.flatMap(\.cells) + all.rootCells).map(\.id), "\(asked)")
      #expect(expected.isEmpty == asked.isEmpty)
    }
  }

  @Test("Key paths of two cases are each tried on a payload that selects the case")
  func cases() throws {
    let sweep = try sweep("Envelope", of: "groups")
    let country = "{Envelope: Message = ' Country'}"
    let sports = "{Envelope: Message = ' Sports'}"
    let items = { (label: String, names: [String]) in
      (["Status", "Message", "items", "items[0]"] + names.map { "items[0].\($0)" })
        .map { $0 + label }
    }
    #expect(
      sweep.keyPaths.map(\.text) == ["Status", "Message"]
        + items(country, ["countryid", "countryname"]) + items(sports, ["sportId", "sport"]))
    let people = try self.sweep("people: [Person]", of: "groups")
    #expect(
      people.bases.map(\.tree.text)
        == ["Boy", "Girl"].map { type in
          #"{"people":[{"name":"a","type":"\#(type)"}]}"#
        })
  }

  @Test("A fault case is found by its id, and describes itself")
  func lookup() throws {
    let sweep = try sweep("[Avatar]", of: "groups")
    let cell = try #require(sweep.cell(id: "null@[0].file_url"))
    #expect(cell.name == "[0].file_url null")
    #expect(cell.payload().text == #"[{"id":1,"file_url":null}]"#)
    let prediction = try prediction("[Avatar]", of: "groups")
    #expect(prediction.errors(in: cell)?.texts == ["null-value at [0].file_url"])
    #expect(sweep.cell(id: "wrong-type:string@[0].id")?.name == #"[0].id wrong type "x""#)
    #expect(
      sweep.cell(id: "duplicate-after@[0].id")?.payload().text
        == #"[{"id":1,"id":101,"file_url":"a"}]"#)
    let wrong = try #require(sweep.cell(id: "array:wrong-element@"))
    #expect(wrong.name == "the payload: wrong element in the middle of three")
    #expect(
      wrong.payload().text == #"[{"id":101,"file_url":"ax"},"x",{"id":1,"file_url":"a"}]"#)
    #expect(sweep.cell(id: "null@[0].fileurl") == nil)
  }

  @Test("A key path of a sweep has its lines, and whether it is optional, nullable or an identity")
  func promises() throws {
    let sweep = try sweep("user: User", of: "groups")
    let facts = sweep.keyPaths.prefix(6).map { keyPath in
      "\(keyPath.text): \(keyPath.lines.map { $0.value.description }) "
        + "\(keyPath.isOptional) \(keyPath.isNullable) \(keyPath.isIdentity)"
    }
    #expect(
      facts == [
        #"user: ["User"] false false false"#, #"user.id: ["Int"] false false true"#,
        #"user.firstname: ["String"] false false false"#,
        #"user.lastname: ["String"] false false false"#,
        #"user.city: ["City?"] true true false"#, #"user.city.id: ["Int"] false false true"#,
      ])
  }

  @Test("Each object on the way of a dotted key path is absent once, and null once")
  func onTheWay() throws {
    let contract = try OneContract.of(
      mappings: #""Spot": {"map": {"id": "id: Int", "place.geo.lat?": "lat: Double"}}"#)
    let target = try TargetText("Spot").target
    let sweep = try #require(FaultSweep(contract, target: target))
    let prediction = try #require(Prediction(contract, target))
    let cells = sweep.cells.filter { [.missing, .null].contains($0.faultClass) }
    let lines = cells.filter { $0.id.contains("place") }.map { cell in
      let errors = prediction.errors(in: cell)?.texts ?? ["?"]
      return "\(cell.payload().text): \(errors.joined(separator: ", "))"
    }
    #expect(
      lines == [
        #"{"id":10}: "#, #"{"id":10,"place":null}: blocked-path at place"#,
        #"{"id":10,"place":{}}: "#, #"{"id":10,"place":{"geo":null}}: blocked-path at place.geo"#,
        #"{"id":10,"place":{"geo":{}}}: "#,
        #"{"id":10,"place":{"geo":{"lat":null}}}: null-value at place.geo.lat"#,
      ])
  }

  @Test("Dotted key paths are tried as one literal key")
  func dottedKeys() throws {
    let sweep = try sweep("Article", of: "articles")
    let cells = sweep.cells.filter { $0.faultClass == .dottedKey && $0.id.contains("title") }
    let rest = #""author":"b","tags":["c"],"created_at":"01/01/2000","editor":"d"}"#
    #expect(
      cells.map { $0.payload().text } == [
        "{\"article\":{\(rest),\"article.title\":\"a\"}",
        "{\"article\":{\"title\":\"a\",\(rest),\"article.title\":\"ax\"}",
      ])
    let prediction = try prediction("Article", of: "articles")
    let errors = cells.map { prediction.errors(in: $0)?.texts }
    #expect(errors == [["missing-key at article.title"], []])
  }

  @Test("A contract without such a target has no sweep")
  func noTarget() throws {
    let contract = try Contract.named("Contracts/groups.contract.json")
    #expect(FaultSweep(contract, target: try TargetText("GET /nothing").target) == nil)
  }

  @Test("A name with composed letters is tried in NFD")
  func decomposition() throws {
    let contract = try OneContract.of(
      mappings: #""Caf\u00E9": {"map": {"caf\u00E9": "name: String"}}"#)
    let target = try TargetText("Caf\u{E9}").target
    let sweep = try #require(FaultSweep(contract, target: target))
    let cell = try #require(sweep.cell(id: "key-nfd@caf\u{E9}"))
    #expect(cell.isUnspecified)
    #expect(cell.payload().bytes == Array("{\"cafe\u{301}\":\"a\"}".utf8))
    let prediction = try #require(Prediction(contract, target))
    #expect(prediction.errors(in: cell)?.texts == ["missing-key at caf\u{E9}"])
  }
}

extension FaultSweep {
  fileprivate func cell(id: String) -> FaultCell? {
    cells.first { $0.id.utf8.elementsEqual(id.utf8) }
  }
}
