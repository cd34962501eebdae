package import CaptureChecking
import CaptureSources
import JSONParsing

/// The totals of a summary as stored in a part.
private struct SummaryTotals: Codable {
  /// A host, or a segment behind an earlier path of the list.
  struct Path: Codable {
    var host: MemberName?
    var parent: Int?
    var segment: PathSegment?
    var tree: PathTree
  }

  /// The paths of all hosts as a list, so that coders do not recurse.
  var paths: [Path]
  let rest: CaptureSummary
}

extension CaptureSummary {
  /// Returns the summary of a part of a capture, as a line for `merged`.
  ///
  /// Everything is sorted, so equal summaries give equal bytes.
  ///
  /// - Parameter header: The header of the part.
  package func part(_ header: PartHeader) -> [UInt8] {
    CheckPart.line(header, SummaryTotals(of: self))
  }

  /// Returns the summary of all parts of a capture.
  ///
  /// - Parameter parts: The parts in the order of the capture.
  /// - Throws: An error if a part is damaged.
  package static func merged(_ parts: [CheckPart]) throws(PartError) -> CaptureSummary {
    var whole = CaptureSummary()
    var firstInput = 0
    for part in parts {
      let totals = try part.totals(SummaryTotals.self, firstInput: firstInput)
      guard let summary = totals.summary else { throw part.damage }
      whole.merge(summary)
      // Shards share their inputs; other parts have inputs of their own.
      if part.header.share == nil { firstInput += part.header.inputCount }
    }
    whole.finish()
    return whole
  }
}

extension SummaryTotals {
  init(of summary: CaptureSummary) {
    let values = summary.renumbered()
    var rest = summary
    (rest.events, rest.bodies, rest.table) = (values.events, values.bodies, values.table)
    self.rest = rest
    paths = values.hosts.sorted { $0.key < $1.key }.map { Path(host: $0.key, tree: $0.value) }
    var number = 0
    while number < paths.count {
      let children = paths[number].tree.children.sorted { $0.key < $1.key }
      paths += children.map { Path(parent: number, segment: $0.key, tree: $0.value) }
      number += 1
    }
  }

  /// The summary for merging; `nil`, if the totals are invalid.
  var summary: CaptureSummary? {
    guard rest.inputs.isSound, rest.table.isSound(roots: roots), let hosts else { return nil }
    var summary = rest
    summary.hosts = hosts
    return summary
  }

  private var roots: [ValueID] {
    paths.flatMap(\.tree.bodies.values) + rest.events.values
      + rest.bodies.folders.values.flatMap(\.values)
  }

  /// The trees by host; `nil`, if a path is invalid.
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
