import CaptureChecking
import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

/// Says how a check judges single records.
struct RecordJudge {
  /// The counts of a check of a record.
  struct Verdict: Equatable {
    var findings: [Finding: Int] = [:]
    /// Payloads, those refused, those that are empty, records without a body, without an endpoint
    /// and that cannot be read.
    var figures: [Int] = []

    /// The findings of which there are more, or fewer, than in another verdict.
    func differing(from other: Verdict) -> Set<Finding> {
      Set(
        (Array(findings.keys) + other.findings.keys).filter { findings[$0] != other.findings[$0] })
    }
  }

  /// A kind of violation.
  struct Finding: Hashable {
    var endpoint: CheckTotals.EndpointKey
    var rule: RuleID
    var line: Int32
    var mapping: Int32
  }

  /// A violation, by the place in the body of what breaks the rule, counted in nodes, and whether
  /// that is the request's body.
  typealias Place = (finding: Finding, node: Int, isOfRequest: Bool)

  private var check: CaptureCheck
  private var readers: [CaptureFormat: CaptureReader] = [:]
  /// How bodies may be packed.
  var packing: InputPacking?

  init(_ check: CaptureCheck) { self.check = check }

  /// - Parameters:
  ///   - text: The record: a body, a line, or an archive of one entry.
  ///   - places: Gets where the violations are.
  mutating func verdict(
    of text: [UInt8], _ format: CaptureFormat, in input: CaptureInput, places: inout [Place]
  ) -> Verdict {
    let before = figures
    var verdict = Verdict()
    var reader = readers.removeValue(forKey: format) ?? CaptureReader(format: format)
    (reader.packing, reader.readsRequests) = (packing, check.readsRequests)
    var problemCount = 0
    var found: [Place] = []
    let problems = reader.read(input, from: ResumedSource(text)) { record, body in
      var offsets: [(Finding, Int)] = []
      let answer = check.check(record, body) { violation in
        let group = violation.group
        let finding = Finding(
          endpoint: group.endpoint, rule: group.rule, line: group.group?.line ?? -1,
          mapping: group.group?.mapping ?? -1)
        verdict.findings[finding, default: 0] += 1
        offsets.append((finding, violation.violation.byteRange.lowerBound))
      }
      if case .notJSON = answer { problemCount += 1 }
      found += Self.places(offsets, in: body).map { ($0, $1, record.isRequest) }
      return answer
    }
    readers[format] = reader
    places = found
    verdict.figures = zip(figures, before).map { $0 - $1 } + [problems.count + problemCount]
    return verdict
  }

  private static func places(
    _ offsets: [(Finding, Int)], in body: Span<UInt8>
  ) -> [(Finding, Int)] {
    guard !offsets.isEmpty else { return [] }
    var document = JSONDocument.empty
    guard (try? document.reparse(body)) != nil else { return [] }
    let offsets = offsets.sorted { $0.1 < $1.1 }
    return Array(zip(offsets.map(\.0), document.nodes(atOffsets: offsets.map(\.1))))
  }

  private var figures: [Int] {
    let totals = check.totals
    let endpoints = totals.endpoints.values
    return [
      totals.payloadCount, endpoints.reduce(0) { $0 + $1.refusedCount },
      endpoints.reduce(0) { $0 + $1.emptyCount }, totals.bodilessCount, totals.unmatched.count,
      totals.withoutStatusCount,
    ]
  }
}
