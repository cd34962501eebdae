import JSONParsing

extension CaptureSummary {
  /// Returns the summary with a mark after each method. After merging with another summary, the
  /// requests stay separate, while data segments of paths are found from both.
  package func withMethods(marked mark: String) -> CaptureSummary {
    var summary = self
    summary.hosts = hosts.mapValues { $0.withMethods(marked: mark) }
    return summary
  }
}

extension PathTree {
  fileprivate func withMethods(marked mark: String) -> PathTree {
    func marked<Value>(_ answers: [Answer: Value]) -> [Answer: Value] {
      Dictionary(
        answers.map {
          (
            Answer(
              method: MemberName($0.method.text + mark), action: $0.action, status: $0.status), $1
          )
        }, uniquingKeysWith: { first, _ in first })
    }
    var tree = self
    tree.bodies = marked(bodies)
    tree.emptyCounts = marked(emptyCounts)
    tree.absentCounts = marked(absentCounts)
    tree.otherCounts = marked(otherCounts)
    tree.children = children.mapValues { $0.withMethods(marked: mark) }
    return tree
  }
}
