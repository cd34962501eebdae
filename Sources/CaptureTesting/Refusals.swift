import CaptureSources
import ContractReporting
import ContractTesting
import JSONParsing
import MapperTesting

/// The causes for which a mapper rejects recorded bodies, each with the first body.
struct Refusals {
  private(set) var all: [Refused] = []
  private var places: [RefusalCause: Int] = [:]
  /// The number of bodies rejected for other causes. The number of causes is limited, because
  /// errors may all differ.
  private var otherCount = 0
  private static let mostKept = 1_000

  /// A cause, with the first body that has it.
  struct Refused {
    let cause: RefusalCause
    let body: [UInt8]
    let record: CaptureRecord
    let refusal: Refusal
    let place: RefusalPlace
    var count = 1
  }

  mutating func note(
    _ refusal: Refusal, _ body: [UInt8], _ record: CaptureRecord, by mapper: MapperUnderTest
  ) {
    var cause = RefusalCause(refusal, body)
    // If the error does not name the place, the decode is recorded, if possible.
    let isWatched = !cause.saysPlace && mapper.watch != nil
    let place = isWatched ? RefusalPlace(refusal, body, by: mapper) : nil
    if let place { cause.take(place.path) }
    if let known = places[cause] {
      all[known].count += 1
      return
    }
    guard all.count < Self.mostKept else {
      otherCount += 1
      return
    }
    places[cause] = all.count
    all.append(
      Refused(
        cause: cause, body: body, record: record, refusal: refusal,
        place: place ?? RefusalPlace(refusal, body, by: mapper)))
  }

  /// Returns one violation per cause, those of most bodies first; the last of ten names the others.
  func violations(_ coverage: CaptureCoverage) -> [MapperViolation] {
    let sorted = all.enumerated()
      .sorted { (-$0.element.count, $0.offset) < (-$1.element.count, $1.offset) }.map(\.element)
    let others = sorted.dropFirst(RecordedReading.reportLimit).map { $0.headline(coverage) }
    let bodies = counted(otherCount, "body", "bodies")
    let rest = otherCount > 0 ? "; and \(bodies) for causes that are not kept" : ""
    return sorted.prefix(RecordedReading.reportLimit).enumerated().map { number, refused in
      let isLast = number == RecordedReading.reportLimit - 1 && !others.isEmpty
      let more = isLast ? [("more", listed(others, most: 20) + rest)] : []
      return MapperViolation(refused.text(coverage), more, payload: refused.body)
    }
  }
}

extension Refusals.Refused {
  /// `[].login: no value for the key "login", in 14 of 1000 bodies of GET /users`
  func headline(_ coverage: CaptureCoverage) -> String {
    let (path, bodies) = (cause.text(place.path), "\(count) of \(coverage.bodies)")
    return path.isEmpty
      ? "the mapper refuses \(bodies): \(place.message)" : "\(path): \(place.message), in \(bodies)"
  }

  func text(_ coverage: CaptureCoverage) -> String {
    let inBody = TextPosition(offset: place.range.lowerBound, in: body)
    let position = record.bodyStart?.position(of: inBody) ?? inBody
    let excerpt = SourceExcerpt(of: place.range, at: position, in: body[...])
      .description.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    return """
      \(headline(coverage))
        first     \(record.placeText(position))
      \(excerpt)\(place.path.placeText)
        mapper    rejects it: \(refusal.reason)
        next      \(cause.advice)
      """
  }
}
