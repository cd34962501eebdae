package import CaptureChecking
import CaptureSources
import JSONParsing

/// What a part has of a summary.
private struct SummaryTotals: Codable {
  /// A host, or a segment behind a path before it.
  struct Path: Codable {
    var host: MemberName?
    var parent: Int?
    var segment: PathSegment?
    var tree: PathTree
  }

  var paths: [Path]
  let events: [MemberName: ValueID]
  let otherEventCounts: [MemberName: Int]
  let bodies: BodyFolders
  let table: ValueTable
  let skipped: [MemberName: Int]
  let problems: InputProblems
  let lineCounts: LineCounts
}

extension CaptureSummary {
  /// The summary of a part of a capture, as a line that `merged` reads. Everything is sorted, so
  /// the same summary is the same bytes.
  package func part(_ header: PartHeader) -> [UInt8] {
    CheckPart.line(header, SummaryTotals(of: self))
  }

  /// - Parameter parts: In the order of the capture.
  /// - Throws: That a part is not as it is written.
  package static func merged(_ parts: [CheckPart]) throws(PartError) -> CaptureSummary {
    var whole = CaptureSummary()
    var firstInput = 0
    for part in parts {
      let totals = try part.totals(SummaryTotals.self, firstInput: firstInput)
      guard let summary = totals.summary else { throw part.damage }
      whole.merge(summary)
      // Shards have the same inputs, other parts inputs of their own.
      if part.header.share == nil { firstInput += part.header.inputCount }
    }
    whole.finish()
    return whole
  }
}

extension SummaryTotals {
  init(of summary: CaptureSummary) {
    let values = summary.renumbered()
    (events, bodies, table) = (values.events, values.bodies, values.table)
    (otherEventCounts, skipped) = (summary.otherEventCounts, summary.skipped)
    (problems, lineCounts) = (summary.problems, summary.lineCounts)
    paths = values.hosts.sorted { $0.key < $1.key }.map { Path(host: $0.key, tree: $0.value) }
    var number = 0
    while number < paths.count {
      let children = paths[number].tree.children.sorted { $0.key < $1.key }
      paths += children.map { Path(parent: number, segment: $0.key, tree: $0.value) }
      number += 1
    }
  }

  /// The summary, to be merged with others; `nil`, if there can be none like it.
  var summary: CaptureSummary? {
    guard problems.isSound, table.isSound(roots: roots), let hosts else { return nil }
    var summary = CaptureSummary()
    (summary.hosts, summary.events, summary.bodies, summary.table) = (hosts, events, bodies, table)
    (summary.otherEventCounts, summary.skipped) = (otherEventCounts, skipped)
    (summary.problems, summary.lineCounts) = (problems, lineCounts)
    return summary
  }

  private var roots: [ValueID] {
    paths.flatMap(\.tree.bodies.values) + events.values
      + bodies.folders.values.flatMap(\.values)
  }

  /// The trees of the hosts; `nil`, if a path has no place in one.
  private var hosts: [MemberName: PathTree]? {
    var (hosts, trees, depths) = ([MemberName: PathTree](), paths.map(\.tree), [Int]())
    for (number, path) in paths.enumerated() {
      depths.append(path.parent.map { $0 < number ? depths[$0] + 1 : .max } ?? 0)
      guard depths[number] <= CaptureSummary.mostSegments else { return nil }
    }
    for (number, path) in paths.enumerated().reversed() {
      if let parent = path.parent {
        guard let segment = path.segment, segment.isSound else { return nil }
        trees[parent].children[segment] = trees[number]
      } else {
        hosts[path.host ?? ""] = trees[number]
      }
    }
    return hosts
  }
}
