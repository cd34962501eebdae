import Foundation
import JSONParsing

/// A change that is applied to each suitable row of the table.
private struct RowChange {
  let name: String
  /// Returns the changed row; `nil` if it would behave as before. The other rows are those of the
  /// same type.
  let change: (_ row: Row, _ others: [Row]) -> Row?
}

extension Mutant {
  /// One mutant for each row, with one of the mechanical changes in turn.
  static var mechanical: [Mutant] {
    var mutants: [Mutant] = []
    for (type, place) in places {
      for row in TableMapper.shop.tables[type] ?? [] {
        let others = (TableMapper.shop.tables[type] ?? []).filter { $0.key != row.key }
        let turn = mutants.count
        let next = changes.indices.lazy.map { changes[(turn + $0) % changes.count] }
          .compactMap { change in change.change(row, others).map { (change.name, $0) } }.first
        guard let (name, changed) = next else { continue }
        mutants.append(
          Mutant("\(type): \(name)", type, row.key, at: "\(place).\(row.key)") { $0 = changed })
      }
    }
    return mutants
  }

  /// The positions of the types' objects in the canonical payload.
  private static let places = [
    ("Order", "order"), ("Customer", "order.contact"), ("Address", "order.contact.address"),
    ("Line", "order.lines[0]"), ("Product", "order.lines[0].product"),
    ("Payment", "order.payments.a"),
  ]

  private static var changes: [RowChange] {
    [
      RowChange(name: "is optional") { row, _ in
        row.isOptional ? nil : row.with { $0.isOptional = true }
      },
      RowChange(name: "is required") { row, _ in
        row.isOptional ? row.with { $0.isOptional = false } : nil
      },
      RowChange(name: "takes null") { row, _ in
        row.isNullable ? nil : row.with { $0.isNullable = true }
      },
      RowChange(name: "refuses null") { row, _ in
        row.isNullable ? row.with { $0.isNullable = false } : nil
      },
      RowChange(name: "reads the key in any case") { row, _ in
        row.with { row in
          row.find = { object, name in
            object.members.filter { $0.name.text.lowercased() == name.lowercased() }.last?.value
          }
        }
      },
      RowChange(name: "reads another key first") { row, others in
        others.first { !$0.kind.isEmpty && $0.kind == row.kind && !$0.key.contains(".") }.map {
          other in
          row.with { row in
            let key = row.key
            row.locate = { $0[other.key] ?? $0[key] }
          }
        }
      },
      RowChange(name: "takes any value as nil") { row, _ in
        row.with { row in
          let read = row.read
          row.read = { try? read($0, $1) }
        }
      },
      RowChange(name: "takes a text for anything") { row, _ in
        row.kind == "text" ? nil : row.with { $0.read = Reading.either($0.read, Reading.text) }
      },
      RowChange(name: "is never set") { row, _ in
        row.with { $0.read = { _, _ in nil } }
      },
    ]
  }
}

extension Row {
  fileprivate func with(_ change: (inout Row) -> Void) -> Row {
    var row = self
    change(&row)
    return row
  }
}
