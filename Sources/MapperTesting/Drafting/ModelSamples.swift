import ContractModel
import Foundation
import Generation
import JSONParsing

/// The values that types were decoded from, and values that they may take.
struct ModelSamples {
  private let probe: ModelProbe
  private var values: [ObjectIdentifier: [PayloadTree]] = [:]
  /// How many values of a type are kept.
  private static let mostValues = 48
  /// How many of them are tried where one is missing.
  private static let mostTried = 3
  /// How many values are tried as the start of one that a type takes.
  private static let mostGuessed = 8
  /// How often a payload is changed until a type takes it.
  private static let mostSteps = 500

  init(_ probe: ModelProbe) { self.probe = probe }

  /// The values that a type was decoded from.
  func values(of type: any Decodable.Type) -> [PayloadTree] {
    values[ObjectIdentifier(type)] ?? []
  }

  mutating func add(_ record: ModelProbe.Record) {
    for reading in record.readings where reading.outcome == .value {
      guard let type = reading.type, let value = reading.value,
        values[ObjectIdentifier(type), default: []].count < Self.mostValues
      else { continue }
      values[ObjectIdentifier(type), default: []].append(PayloadTree(value).withShortArrays)
    }
  }

  // MARK: - Values that are not there

  /// A payload that a type takes: one that is given, with what the type asks for besides.
  ///
  /// What the type complains of is put there, one value after the other, until it takes the payload.
  func grown(
    _ type: any Decodable.Type, from seed: PayloadTree
  ) -> (payload: PayloadTree, record: ModelProbe.Record)? {
    var payload = seed
    var tries: [InstancePath: Int] = [:]
    for _ in 0..<Self.mostSteps {
      let record = probe.record(type, payload)
      guard let failure = record.failure else { return (payload, record) }
      let options = candidates(at: failure.path, record)
      let number = tries[failure.path, default: 0]
      tries[failure.path] = number + 1
      guard number < options.count, payload.put(options[number], at: failure.path) else {
        return nil
      }
    }
    return nil
  }

  private func candidates(
    at path: InstancePath, _ record: ModelProbe.Record
  ) -> [PayloadTree] {
    let asked = record.readings.filter { $0.outcome == .threw && $0.path == path }
    let types = asked.compactMap { $0.type as? any Decodable.Type }
    return types.flatMap { candidates(for: $0, hasGuesses: false) } + Self.guesses
  }

  /// Values that a type may take, the likeliest first.
  func candidates(for type: any Decodable.Type, hasGuesses: Bool = true) -> [PayloadTree] {
    let known = Array(values(of: type).prefix(Self.mostTried))
    switch ModelKind(type) {
    case .leaf: return known + (hasGuesses ? Self.guesses : [])
    case .optional(let wrapped): return known + candidates(for: wrapped, hasGuesses: hasGuesses)
    case .list, .set: return known + [PayloadTree(json: "[]")]
    case .dictionary: return known + [PayloadTree(json: "{}")]
    case .choice(let literals): return known + literals.map { PayloadTree(json: $0.json) }
    case .model: return known + (hasGuesses ? Self.guesses : [])
    }
  }

  /// Collections of one element, of a type that is one.
  func collections(of type: any Decodable.Type) -> [PayloadTree] {
    let wrap = { (inner: any Decodable.Type, start: String, end: String) in
      candidates(for: inner).prefix(Self.mostGuessed)
        .compactMap { grown(inner, from: $0)?.payload }.prefix(1)
        .map { PayloadTree(json: start + $0.text + end) }
    }
    switch ModelKind(type) {
    case .optional(let wrapped): return collections(of: wrapped)
    case .list(let element), .set(let element): return wrap(element, "[", "]")
    case .dictionary(let value): return wrap(value, #"{"zz":"#, "}")
    case .leaf, .choice, .model: return []
    }
  }

  /// Values of all kinds, the likeliest first.
  static let guesses = [
    "{}", #""a""#, "1", "true", "[]", #""2001-01-02T03:04:05Z""#, #""2001-01-02""#, #""1""#,
    #""https://example.com/a""#, #""00000000-0000-0000-0000-00000000000A""#,
    #""2001-01-02 03:04:05""#, #""Tue, 02 Jan 2001 03:04:05 GMT""#, "978404645",
    #""2001-01-02T03:04:05.678Z""#, #""a@example.com""#, "[{}]", #"["a"]"#, "[1]", "null",
  ].map { PayloadTree(json: $0) }
}
