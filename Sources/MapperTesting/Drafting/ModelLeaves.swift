import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// The types that the app's decoder reads itself, by its strategies.
struct ModelLeaves {
  let probe: ModelProbe

  func type(_ type: any Decodable.Type) -> ModelType {
    switch type {
    case is Date.Type: date
    case is Data.Type: data
    case _ where DecodingLeaf.isWide(type):
      ModelType(.scalar(ScalarType(.int64)), notes: ["\(type); a contract has no larger one"])
    default: ModelType(ScalarName(rawValue: "\(type)") ?? .any)
    }
  }

  private var data: ModelType {
    switch probe.decoder.dataDecodingStrategy {
    case .base64: return ModelType(.data)
    case .deferredToData:
      var bytes = ModelType(.uint8).collected(ValueType.array)
      (bytes.notes, bytes.isMapped) = (["Data, byte by byte"], false)
      return bytes
    default: return .anything("Data, by a strategy of the decoder's own")
    }
  }

  private var date: ModelType {
    switch probe.decoder.dateDecodingStrategy {
    case .iso8601: return ModelType(.date, .iso8601)
    case .secondsSince1970: return ModelType(.date, .seconds)
    case .millisecondsSince1970: return ModelType(.date, .milliseconds)
    case .deferredToDate:
      var number = ModelType(.double)
      number.notes = ["Date, in seconds since 2001: the decoder has no date strategy"]
      number.isMapped = false
      return number
    default:
      return Self.triedDate { probe.decoded(Date.self, PayloadTree(json: $0))?.value as? Date }
        ?? .anything(
          "Date, by a strategy of the decoder's own that reads none of the usual forms")
    }
  }

  // MARK: - Dates by trial

  /// Returns the coercions that read the same dates as the closure; `nil` if it reads none of the
  /// usual forms.
  ///
  /// - Parameter read: Returns the date made from a text or number, given as JSON.
  static func triedDate(_ read: (String) -> Date?) -> ModelType? {
    var found: [Coercion] = []
    for trial in trials
    where !found.contains(where: { trial.isIn($0) }) && trial.isRead(by: read) {
      found.append(trial.coercion)
    }
    guard !found.isEmpty else { return nil }
    var type = ModelType(.scalar(ScalarType(.date, found)))
    type.notes = ["found by trying"]
    return type
  }

  /// A coercion, and examples of what it reads.
  private struct Trial {
    let coercion: Coercion
    /// The examples as JSON, and their times in seconds since 1970.
    let readings: [(json: String, seconds: Double)]

    /// Returns whether another coercion reads all the examples, too.
    func isIn(_ other: Coercion) -> Bool {
      guard case .datePattern(let pattern, _) = coercion else { return false }
      return other == .iso8601 && pattern.contains("HH:mm:ss") && pattern.contains("'T'")
    }

    func isRead(by read: (String) -> Date?) -> Bool {
      readings.allSatisfy { json, seconds in
        read(json).map { abs($0.timeIntervalSince1970 - seconds) < 0.0005 } ?? false
      }
    }
  }

  private static let seconds: [Int64] = [978_404_645, 1_582_934_399, 86_399]

  private static let trials: [Trial] =
    [iso8601] + patterns.compactMap { pattern($0) } + Coercion.epochs.compactMap { count($0) }

  private static func count(_ coercion: Coercion) -> Trial? {
    guard let (unit, isText) = coercion.epoch else { return nil }
    let readings = seconds.map { seconds in
      let count = "\(seconds * unit.countPerSecond)"
      return (json: isText ? JSONWriter.text(of: count) : count, seconds: Double(seconds))
    }
    return Trial(coercion: coercion, readings: readings)
  }

  private static let iso8601 = Trial(
    coercion: .iso8601,
    readings: [
      (#""2001-01-02T03:04:05Z""#, 978_404_645), (#""2001-01-02T03:04:05.25Z""#, 978_404_645.25),
      (#""2001-01-02T05:04:05+02:00""#, 978_404_645),
    ])

  private static let patterns = [
    "yyyy-MM-dd'T'HH:mm:ssXXX", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "yyyy-MM-dd'T'HH:mm:ss'Z'",
    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss",
    "MM/dd/yyyy", "dd.MM.yyyy", "yyyyMMdd", "EEE, dd MMM yyyy HH:mm:ss zzz",
  ]

  private static func pattern(_ text: String) -> Trial? {
    guard let pattern = DatePattern(text) else { return nil }
    let readings = seconds.compactMap { seconds -> (json: String, seconds: Double)? in
      // For a day without a time, use the instant of its text.
      guard let text = pattern.text(for: Instant(seconds: seconds)),
        let instant = pattern.instant(from: text.utf8)
      else { return nil }
      return (Literal.string(MemberName(text)).json, Double(instant.seconds))
    }
    guard readings.count == seconds.count else { return nil }
    return Trial(coercion: .datePattern(text), readings: readings)
  }
}
