import ContractModel
import JSONParsing
import TestSupport
import Testing

@testable import MapperTesting

/// Observations of lines of a contract, as in a run, but without mapping.
private struct Sights {
  private let contract: Contract

  init() throws {
    contract = try OneContract.of(
      mappings: """
        "User": { "map": { "id": "id: Int", "name": "name: String", "plan": "plan: Plan" } },
        "Plan": { "map": { "name": "name: String", "seats": "seats: Int" } },
        "Order": { "map": { "id": "id: Int", "note?": "note: String", "tags": "tags: [String]" } },
        """)
  }

  /// - Parameters:
  ///   - line: A mapping and one of its keys: `User.name`.
  ///   - place: The position in the payload: `plan.name`.
  func see(
    _ kind: Disagreement.Kind, _ line: String, _ state: ValueState = .value,
    makes outcome: Outcome? = nil, detail: String = "", at place: String? = nil,
    on name: String = "a case", change: (inout Observation) -> Void = { _ in }
  ) throws -> Observation {
    let names = line.split(separator: ".").map { MemberName(String($0)) }
    let mapping = try #require(contract.mappings.first { $0.name == names[0] })
    let steps = (place ?? String(line.split(separator: ".")[1])).split(separator: ".").map {
      InstancePath.Step.member(MemberName(String($0)))
    }
    var seen = Disagreement(
      kind: kind, line: mapping.lines.first { $0.source.lastName == names[1] },
      path: InstancePath(steps), contract: "", mapper: "", payloads: [[0x30]])
    (seen.mapping, seen.state, seen.outcome, seen.detail) = (mapping.name, state, outcome, detail)
    seen.source = InstancePath(steps)
    var observation = Observation(seen, on: name, id: "\(state)@\(place ?? line)")
    change(&observation)
    return observation
  }
}

@Suite("Causes depend on observations only")
struct CausesTests {
  private let sights: Sights

  init() throws { sights = try Sights() }

  /// Returns the headlines of the causes, the worst first; a `+` marks causes that are only named.
  private func causes(_ observations: [Observation]) -> [String] {
    Causes(observations).list.worstFirst.map { cause, others in
      ([cause] + others).map(\.headline).joined(separator: " + ")
    }
  }

  @Test("A long history that is not shrunk is shown with all its responses")
  func longHistory() throws {
    let seen = try sights.see(.differs, "User.name") { observation in
      observation.disagreement.payloads = Array(repeating: [0x30], count: 101)
      observation.disagreement.endpoints = Array(repeating: "GET /a", count: 101)
      observation.disagreement.overlapping = [9, 99]
    }
    let cause = try #require(Causes([seen]).list.first)
    let rows = CauseText(cause, with: try OneContract.of(mappings: "")).description
      .split(separator: "\n").filter { $0.contains("GET /a") }
    #expect(rows.count == 101)
    #expect(rows[9] == "  10 at once GET /a  0")
    #expect(rows[99] == "  100 at once GET /a  0")
    #expect(rows[100] == "  101       GET /a  0")
  }

  @Test("One line with one outcome is one cause for all payloads")
  func oneLine() throws {
    let all = try [
      sights.see(.accepts, "User.name", .absent, makes: .emptyText, on: "absent"),
      sights.see(.accepts, "User.name", .null, makes: .emptyText, on: "null"),
      sights.see(.accepts, "User.name", .absent, makes: .emptyText, at: "plan.name", on: "below"),
    ]
    #expect(causes(all) == [#"User reads an absent or null name as """#])
    #expect(Causes(all).list[0].caseNames == ["absent", "null", "below"])
  }

  @Test(
    "Keys of a type with the same outcome share a cause; others do not")
  func oneType() throws {
    let found = try causes([
      sights.see(.accepts, "User.name", .absent, makes: .nothing),
      sights.see(.accepts, "User.id", .absent, makes: .nothing),
      sights.see(.accepts, "User.plan", .absent, makes: .value),
    ])
    #expect(
      found == ["User reads 2 absent keys as nil: name, id", "User takes an absent plan"])
  }

  @Test("Another value for null and for a wrong value is one cause")
  func otherValue() throws {
    let null = try sights.see(.accepts, "User.id", .null, makes: .value)
    let wrong = try sights.see(.accepts, "User.id", .broken(.cannotCoerce), makes: .value)
    let other = try sights.see(.accepts, "User.name", .broken(.cannotCoerce), makes: .value)
    #expect(causes([null, wrong]) == ["User takes a null or invalid id"])
    #expect(causes([null, other]).count == 2)
  }

  @Test("With several faults, a line may fail because of a member that no line reads")
  func otherMember() throws {
    let member = try sights.see(.readsMember, "User.name", detail: "Name")
    let made = try sights.see(.differs, "User.name", makes: .value)
    let several = try sights.see(.differs, "User.name", makes: .value, on: "several") {
      ($0.isMinimal, $0.isRespelled) = (false, true)
    }
    #expect(causes([member, several]) == ["User reads Name for name"])
    #expect(causes([member, made]).count == 2)
  }

  @Test("One mistake in two types is two causes, and in three types it is one cause")
  func severalTypes() throws {
    let keys = ["User.name", "Plan.seats", "Order.tags"]
    let all = try keys.map { try sights.see(.accepts, $0, .absent, makes: .nothing) }
    #expect(
      causes(Array(all.prefix(2))) == [
        "User reads an absent name as nil", "Plan reads an absent seats as nil",
      ])
    #expect(
      causes(all) == ["the mapper reads 3 absent keys as nil: User.name, Plan.seats, Order.tags"])
  }

  @Test("A cause of the valid payload explains those that follow from it")
  func explained() throws {
    let valid = try sights.see(.differs, "User.name", makes: .nothing) { $0.isCanonical = true }
    let null = try sights.see(.accepts, "User.name", .null, makes: .nothing)
    let other = try sights.see(.accepts, "User.id", .null, makes: .zero)
    #expect(
      causes([valid, null, other]) == ["User makes nil of name", "User reads a null id as 0"])
    #expect(causes([null, valid]) == causes([valid, null]))
  }

  @Test("Nothing below a missing property of the app is reported")
  func below() throws {
    let absent = try sights.see(.noProperty, "User.plan") { $0.isCanonical = true }
    let inside = try sights.see(.differs, "Plan.name", makes: .value, at: "plan.name", on: "inside")
    let beside = try sights.see(.differs, "User.name", makes: .value, at: "name")
    #expect(
      causes([absent, inside, beside]) == [
        "User has no property for plan", "User makes another value of name",
      ])
    // Only the valid payload shows that the property is missing.
    #expect(
      try causes([sights.see(.noProperty, "User.plan"), inside]).contains(
        "Plan makes another value of name"))
  }

  @Test(
    "An object read from another key is one cause with the rejections at both keys")
  func elsewhere() throws {
    let other = try sights.see(.differs, "User.plan", makes: .otherObject, at: "plan") {
      $0.isCanonical = true
      $0.disagreement.otherSource = InstancePath([.member("old_plan")])
    }
    let refused = try sights.see(.refuses, "Plan.name", .absent, at: "old_plan", on: "old")
    let own = try sights.see(.accepts, "Plan.name", .null, makes: .nothing, at: "plan.name")
    #expect(causes([other, refused, own]) == ["User has another object of the payload as plan"])
  }

  @Test(
    "If the valid payload is rejected, no rejection that needs shrinking is reported")
  func refusesAll() throws {
    let valid = try sights.see(.refuses, "User.id") { $0.isCanonical = true }
    let drawn = try sights.see(.refuses, "Order.note", on: "drawn") {
      ($0.isMinimal, $0.isGenerated, $0.isShrunk) = (false, true, true)
    }
    #expect(causes([valid, drawn]) == ["the mapper refuses the valid payload"])
    #expect(causes([drawn]) == ["Order refuses a valid note"])
  }

  @Test("The smallest payload is shown, even beside a saved one")
  func smallest() throws {
    func seen(_ name: String, _ size: Int, isKept: Bool = false) throws -> Observation {
      try sights.see(.accepts, "User.name", .null, makes: .nothing, on: name) {
        $0.disagreement.payloads = [Array(repeating: 0x30, count: size)]
        $0.isKept = isKept
      }
    }
    let cause = try #require(
      Causes([seen("large", 9), seen("small", 3), seen("saved", 1, isKept: true)]).list.first)
    #expect(cause.caseNames == ["small", "large"])
    #expect(cause.disagreement.payloads.last?.count == 3)
  }

  @Test("Three causes of a type are reported in full, and the others are named")
  func mostOfType() throws {
    let outcomes: [Outcome] = [.nothing, .zero, .emptyText, .emptyCollection]
    let all = try zip(["User.id", "User.name", "User.plan", "User.id"], outcomes).map { key, made in
      try sights.see(.differs, key, key == "User.plan" ? .null : .value, makes: made) {
        $0.disagreement.line = $0.disagreement.line
      }
    }
    #expect(
      causes(all.dropLast() + [try sights.see(.accepts, "User.name", .null, makes: .no)]) == [
        "User makes nil of id", "User makes 0 of name",
        #"User makes "" of a null plan + User reads a null name as false"#,
      ])
  }
}
