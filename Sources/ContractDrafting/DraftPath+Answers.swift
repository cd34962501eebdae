import JSONParsing
import MappingEngine

extension DraftPath.Endpoint {
  /// The bodies of the method by response, in the order of the statuses.
  var bodies: [(answer: PathTree.Answer, value: ValueID)] {
    tree.bodies.filter { $0.key.method == method && $0.key.action == action }
      .sorted { $0.key < $1.key }
      .map { (answer: $0.key, value: $0.value) }
  }

  private func counts(
    _ counts: [PathTree.Answer: Int]
  ) -> [(status: Int, count: Int)] {
    counts.filter { $0.key.method == method && $0.key.action == action }
      .map { ($0.key.status, $0.value) }
      .sorted { $0.status < $1.status }
  }

  /// The statuses of responses without a body, if no response with the status has a body.
  var bodilessStatuses: [(status: Int, count: Int)] {
    let all = tree.bodilessCounts.filter { answer, _ in
      let isDescribed = answer.isGood || tree.emptyCounts[answer] != nil
      return isDescribed && tree.bodies[answer] == nil && tree.otherCounts[answer] == nil
    }
    return counts(all)
  }

  /// The statuses of responses that are never JSON.
  var otherStatuses: [(status: Int, count: Int)] {
    counts(tree.otherCounts.filter { tree.bodies[$0.key] == nil })
  }

  /// Whether some successful responses are not JSON, or have no body although one is expected.
  var hasOtherGoodAnswers: Bool {
    counts(tree.otherCounts).contains { $0.status < 300 }
      || bodilessStatuses.contains { $0.status < 300 && ![204, 205].contains($0.status) }
  }

  var otherNotes: [String] {
    let described = Set(bodilessStatuses.map(\.status))
    return counts(tree.bodilessCounts).filter { !described.contains($0.status) }
      .map { "\($0.status) without a body \($0.count)×" }
      + otherStatuses.map { "\($0.status) not JSON \($0.count)×" }
  }

  /// The last segment that names the type of the endpoint.
  var hint: String {
    if let word = action.text.split(separator: "=").last { return String(word) }
    let words = segments.filter { segment in
      let digits = segment.utf8.count(where: KeyName.isDigit)
      let hasCapitals = segment.utf8.contains(where: Words.isUpper)
      return !segment.hasPrefix(":") && segment.utf8.count <= 30 && digits < 3
        && !(hasCapitals && digits > 0)
    }
    guard let last = words.last else { return "root" }
    let endings = [".json", ".php", ".html", ".htm"]
    let ending = endings.first { last.hasSuffix($0) } ?? ""
    return String(last.dropLast(ending.count))
  }
}
