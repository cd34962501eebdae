import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import ContractTesting

@Suite(
  "A store may ignore updates of unknown objects, and delete what belongs to an object", .freshStore
)
struct OptionalObjectTests {
  private enum Style: CaseIterable {
    /// An update of an unknown object makes one; the tasks of a deleted project stay.
    case inserts
    /// An update of an unknown object changes nothing; the tasks of a deleted project go with it.
    case ignores
    /// An update of an unknown object is an error.
    case refuses
  }

  private enum Mistake: CaseIterable {
    case none, ignoresUpdates, ignoresLists, deletesAllTasks
  }

  private struct Project {
    var id: Int
    var name = ""
    var owner: String?
  }

  private struct Task {
    var id: Int
    var projectId: Int
  }

  private struct Unknown: Error {}

  private struct Store {
    var style: Style
    var mistake = Mistake.none
    private var projects: [Int: Project] = [:]
    private var tasks: [Int: Task] = [:]

    init(_ style: Style, _ mistake: Mistake = .none) {
      (self.style, self.mistake) = (style, mistake)
    }

    var objects: [Any] { Array(projects.values) as [Any] + Array(tasks.values) }

    private static func row(_ data: Data) throws -> [String: Any] {
      try ByHand.object(JSONSerialization.jsonObject(with: data))
    }

    private static func rows(_ data: Data) throws -> [[String: Any]] {
      try ByHand.list(JSONSerialization.jsonObject(with: data)).map(ByHand.object)
    }

    mutating func list(_ data: Data) throws {
      let read = try Self.rows(data).map { row in
        (try ByHand.int(row["id"]), try ByHand.text(row["name"]), try Self.owner(row))
      }
      if mistake == .ignoresLists { return }
      for (id, name, owner) in read {
        var project = projects[id] ?? Project(id: id)
        project.name = name
        if let owner { project.owner = owner }
        projects[id] = project
      }
    }

    private static func owner(_ row: [String: Any]) throws -> String?? {
      guard let owner = row["owner"] else { return nil }
      return .some(try ByHand.optional(owner, ByHand.text))
    }

    mutating func update(_ data: Data) throws {
      let row = try Self.row(data)
      let (id, owner) = (try ByHand.int(row["id"]), try Self.owner(row))
      if mistake == .ignoresUpdates { return }
      var project = projects[id]
      switch style {
      case .inserts: project = project ?? Project(id: id)
      case .ignores: break
      case .refuses: if project == nil { throw Unknown() }
      }
      guard var project else { return }
      if let owner { project.owner = owner }
      projects[id] = project
    }

    mutating func listTasks(_ data: Data) throws {
      let read = try Self.rows(data).map { row in
        Task(id: try ByHand.int(row["id"]), projectId: try ByHand.int(row["project_id"]))
      }
      for task in read { tasks[task.id] = task }
    }

    mutating func delete(_ data: Data) throws {
      let id = try ByHand.int(Self.row(data)["id"])
      if projects.removeValue(forKey: id) == nil { return }
      if style == .ignores { tasks = tasks.filter { $0.value.projectId != id } }
      if mistake == .deletesAllTasks { tasks = [:] }
    }
  }

  private func issues(_ style: Style, _ mistake: Mistake = .none) throws -> [String] {
    let trial = try Trial([
      "app.contract.json": """
      { "contract": 1,
        "endpoints": {
          "GET /projects": "[Project]", "GET /tasks": "[Task]",
          "event project.changed": "ProjectUpdate",
          "event project.deleted": { "@deletes": "Project(id: @document.id)" } },
        "mappings": {
          "Project": { "identifiedBy": "id", "map": {
            "id": "Int", "name": "String", "owner?": "owner: String?" } },
          "ProjectUpdate": { "type": "Project", "identifiedBy": "id", "map": {
            "id": "Int", "owner?": "owner: String?" } },
          "Task": { "identifiedBy": "id", "map": { "id": "Int", "project_id": "projectId: Int" },
            "connect": { "project: Project": { "projectId": "id" } } } } }
      """
    ])
    return try MapperTest(
      stores: { Store(style, mistake) },
      loading: [
        "GET /projects": { try $1.list($0) }, "GET /tasks": { try $1.listTasks($0) },
        "event project.changed": { try $1.update($0) },
        "event project.deleted": { try $1.delete($0) },
      ], objects: { $0.objects }, keeps: try Contract("app", filePath: trial.filePath)
    ).violations().map(\.description)
  }

  @Test("Each style is right", arguments: Style.allCases)
  private func right(style: Style) throws {
    let found = try issues(style)
    #expect(found == [])
  }

  @Test("A store that ignores updates of its objects is reported", arguments: Style.allCases)
  private func ignoresUpdates(style: Style) throws {
    let found = try issues(style, .ignoresUpdates).map { $0.prefix { $0 != "\n" } }
    #expect(
      found == ["Project makes nil of owner", "ProjectUpdate keeps the old value of a null owner"])
  }

  @Test(
    "A store that has no objects of lists, or deletes what belongs to others, is reported",
    arguments: [Mistake.ignoresLists, .deletesAllTasks])
  private func mistakes(mistake: Mistake) throws {
    let found = try issues(.inserts, mistake)
    #expect(!found.isEmpty)
  }

  private struct Order {
    var id: Int
    var lines: [Line]
  }

  private struct Line {
    var id: Int
  }

  @Test("A line may be deleted if an object loses it that the payload has twice")
  func replacedTwice() throws {
    let trial = try Trial([
      "app.contract.json": """
      { "contract": 1, "endpoints": { "GET /orders": "[Order]" },
        "mappings": {
          "Order": { "identifiedBy": "id", "map": {
            "id": "Int", "lines": { "type": "[Line]", "assign": "replace" } } },
          "Line": { "identifiedBy": "id", "map": { "id": "Int" } } } }
      """
    ])
    struct Orders {
      var deletesLines: Bool
      var orders: [Int: Order] = [:]
      var lines: [Int: Line] = [:]

      mutating func load(_ data: Data) throws {
        let json = try JSONSerialization.jsonObject(with: data)
        let read = try ByHand.list(json).map(ByHand.object).map { row in
          Order(
            id: try ByHand.int(row["id"]),
            lines: try ByHand.list(row["lines"]).map { line in
              Line(id: try ByHand.int(ByHand.object(line)["id"]))
            })
        }
        for order in read {
          let lost = orders[order.id]?.lines.map(\.id) ?? []
          for line in order.lines { lines[line.id] = line }
          orders[order.id] = order
          let held = Set(orders.values.flatMap(\.lines).map(\.id))
          for id in lost where deletesLines && !held.contains(id) { lines[id] = nil }
        }
      }
    }
    func issues(deletesLines: Bool) throws -> [String] {
      try MapperTest(
        stores: { Orders(deletesLines: deletesLines) },
        loading: ["GET /orders": { try $1.load($0) }],
        objects: { Array($0.orders.values) as [Any] + Array($0.lines.values) },
        keeps: try Contract("app", filePath: trial.filePath)
      ).violations().map(\.description)
    }
    let right = try issues(deletesLines: true)
    #expect(right == [])
    #expect(try issues(deletesLines: false).count == 1)
  }
}
