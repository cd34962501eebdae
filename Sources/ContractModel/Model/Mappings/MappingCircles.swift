package import JSONParsing

/// The cycles of mappings that lead back to themselves through their lines and cases.
///
/// Two mappings are in the same cycle if each leads to the other; so cycles are the strongly
/// connected components of the mappings. They are found in one pass (Tarjan, “Depth-First Search
/// and Linear Graph Algorithms”, 1972), with an explicit stack.
package struct MappingCircles: Sendable {
  /// The cycle of each mapping that is in one.
  private var circles: [MemberName: Int] = [:]

  /// - Parameter next: Returns the names that a mapping leads to; unknown names are ignored.
  package init(_ names: [MemberName], leadingTo next: (MemberName) -> [MemberName]) {
    var search = Search(names, next)
    search.run()
    for (number, circle) in search.circles.enumerated() {
      for index in circle { circles[names[index]] = number }
    }
  }

  /// Returns whether a mapping and one that it leads to are in the same cycle.
  package func join(_ first: MemberName, _ second: MemberName) -> Bool {
    guard let circle = circles[first] else { return false }
    return circle == circles[second]
  }

  package func contains(_ name: MemberName) -> Bool { circles[name] != nil }
}

extension MappingCircles {
  private struct Search {
    private struct Visit {
      var node: Int
      var next = 0
    }

    private let edges: [[Int]]
    private var order: [Int]
    private var lowest: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var count = 0
    private(set) var circles: [[Int]] = []

    init(_ names: [MemberName], _ next: (MemberName) -> [MemberName]) {
      let numbers = Dictionary(
        names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      edges = names.map { next($0).compactMap { numbers[$0] } }
      order = Array(repeating: -1, count: names.count)
      lowest = order
      isOpen = Array(repeating: false, count: names.count)
    }

    mutating func run() {
      for node in edges.indices where order[node] < 0 { visit(from: node) }
    }

    private mutating func visit(from start: Int) {
      var visits = [enter(start)]
      while let visit = visits.last {
        guard visit.next < edges[visit.node].count else {
          visits.removeLast()
          leave(visit.node, for: visits.last?.node)
          continue
        }
        visits[visits.count - 1].next += 1
        let other = edges[visit.node][visit.next]
        if order[other] < 0 {
          visits.append(enter(other))
        } else if isOpen[other] {
          lowest[visit.node] = min(lowest[visit.node], order[other])
        }
      }
    }

    private mutating func enter(_ node: Int) -> Visit {
      (order[node], lowest[node], isOpen[node]) = (count, count, true)
      count += 1
      open.append(node)
      return Visit(node: node)
    }

    private mutating func leave(_ node: Int, for outer: Int?) {
      if let outer { lowest[outer] = min(lowest[outer], lowest[node]) }
      guard lowest[node] == order[node], let start = open.lastIndex(of: node) else { return }
      let circle = Array(open[start...])
      open.removeSubrange(start...)
      for member in circle { isOpen[member] = false }
      if circle.count > 1 || edges[node].contains(node) { circles.append(circle) }
    }
  }
}
