import Foundation
import JSONParsing

/// The readings of one recording decode so far.
///
/// Each decode has its own log, which reaches the models through `userInfo`, where they do not see
/// it. The lock is for models that keep a container and read it on another thread.
final class DecodingLog: Sendable {
  /// The place from which the next `Recorded` is decoded, which Foundation does not say. Each call
  /// to Foundation that may make a `Recorded` sets the handover before, and restores the old one.
  enum Handover: Sendable {
    case root
    case place(DecodingPlace)
    case dictionary(DictionaryPlaces)
  }

  struct State: Sendable {
    var handover = Handover.root
    var readings: [DecodingReading] = []
    /// The readings in progress, innermost last.
    var open: [Int] = []
    var thrown: [Int: ThrownError] = [:]
    var marks = ReadMarks()
    var members: [Int: [String: JSONMember]] = [:]
  }

  static let key = CodingUserInfoKey(rawValue: "DecodingLog")

  let userInfo: [CodingUserInfoKey: any Sendable]
  let conversion: KeyConversion
  let document: JSONDocument?
  private let state = Mutex(State())

  init(of decoder: JSONDecoder, document: JSONDocument?) {
    userInfo = decoder.userInfo
    conversion = KeyConversion(strategy: decoder.keyDecodingStrategy)
    self.document = document
  }

  static func of(_ decoder: any Decoder) -> DecodingLog? {
    key.flatMap { decoder.userInfo[$0] as? DecodingLog }
  }

  func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    state.withLock { state in change(&state) }
  }

  // MARK: - Members

  /// Returns the members of an object, by the keys that they become.
  func members(
    of object: JSONValue, at codingPath: @autoclosure () -> [any CodingKey]
  ) -> [String: JSONMember] {
    if let known = update({ $0.members[object.node] }) { return known }
    let members = conversion.members(of: object, at: codingPath())
    update { $0.members[object.node] = members }
    return members
  }
}

/// An error as it left a reading.
struct ThrownError: Sendable {
  let error: any Error
  /// The decoder's path to the value that was read.
  let codingPath: [any CodingKey]

  /// Returns whether the other error is this one, rethrown. Errors have no identity; two errors
  /// with the same text are taken for one.
  func isSame(as other: ThrownError) -> Bool {
    String(reflecting: error) == String(reflecting: other.error)
  }
}
