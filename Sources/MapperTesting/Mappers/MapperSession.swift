import ContractModel
import Foundation
import JSONParsing

/// A mapper at work: payloads are given to it one after the other.
package protocol MapperSession {
  mutating func map(_ payload: EndpointPayload) -> MapperAnswer
  /// Maps, and has the call noted where the mapper runs.
  ///
  /// - Parameter begin: Called right before the mapper; what it returns, right after it.
  mutating func map(
    _ payload: EndpointPayload, noting begin: @escaping () -> () -> Void
  ) -> MapperAnswer
  /// Maps two payloads at the same time.
  ///
  /// - Returns: The answers to both; `nil`, if the mapper cannot do so, and has mapped nothing.
  mutating func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload,
    noting begin: @escaping () -> () -> Void
  ) -> [MapperAnswer]?
  /// The objects in its store; `nil`, if it has none.
  var stored: StoredObjects? { get }
  /// Whether the mapper may wait without a thread.
  var awaits: Bool { get }
}

extension MapperSession {
  package var stored: StoredObjects? { nil }
  package var awaits: Bool { false }

  package mutating func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload,
    noting begin: @escaping () -> () -> Void
  ) -> [MapperAnswer]? { nil }

  /// Maps a payload of the first endpoint, most often the only one.
  package mutating func map(_ payload: [UInt8]) -> MapperAnswer { map(EndpointPayload(payload)) }

  package mutating func map(
    _ payload: EndpointPayload, noting begin: @escaping () -> () -> Void
  ) -> MapperAnswer {
    let end = begin()
    defer { end() }
    return map(payload)
  }
}

/// The answer of a mapper to a payload.
package enum MapperAnswer {
  /// It made a value.
  case value(Any)
  /// It wrote to its store, which has these objects now.
  case stored(StoredObjects)
  /// It threw, or returned `nil`.
  case refused(Refusal)

  /// The answer of a mapper that returned something; `nil` refuses.
  package init(returned value: Any) {
    self = ReflectedValue(value) == nil ? .refused(Refusal(error: nil)) : .value(value)
  }
}

/// The error of a mapper that was given up before it answered: it says nothing of the payload.
package protocol UnansweredError: Error {}

/// Why a mapper did not make anything of a payload. To say it in words takes longer than to map, so
/// that is only done where somebody asks.
package struct Refusal {
  /// `nil`, if it returned `nil`.
  package let error: (any Error)?

  package init(error: (any Error)?) { self.error = error }

  /// Whether the mapper was given up before it answered.
  var isUnanswered: Bool { error is any UnansweredError }

  /// The key that a decoder of Foundation did not find.
  var missingKey: String? {
    if case .keyNotFound(let key, _)? = error as? DecodingError { key.stringValue } else { nil }
  }

  /// On one line that is safe to display.
  package var reason: String { error.map { text(for: $0) } ?? "it returns nil" }
}

/// A mapper without a memory.
struct FunctionSession: MapperSession {
  private let map: (Data) throws -> Any

  init<Result>(_ map: @escaping (Data) throws -> Result) { self.map = { try map($0) } }

  func map(_ payload: EndpointPayload) -> MapperAnswer {
    releasingObjects {
      do {
        return MapperAnswer(returned: try map(Data(payload.bytes)))
      } catch {
        return .refused(Refusal(error: error))
      }
    }
  }
}

/// A mapper with a store of its own.
struct StoreSession<Store>: MapperSession {
  var store: Store
  /// By the number of the endpoint.
  let maps: [(Data, inout Store) throws -> Void]
  let objects: (Store) -> StoredObjects

  var stored: StoredObjects? { releasingObjects { objects(store).of(store) } }

  mutating func map(_ payload: EndpointPayload) -> MapperAnswer {
    releasingObjects {
      do {
        try maps[payload.endpoint](Data(payload.bytes), &store)
        return .stored(objects(store).of(store))
      } catch {
        return .refused(Refusal(error: error))
      }
    }
  }
}

/// Why a mapper refused a payload, on one line that is safe to display.
private func text(for error: any Error) -> String {
  let text: String
  switch error as? DecodingError {
  case .keyNotFound(let key, let context)?:
    text = "\(place(context, key))no value for the key \(quoted(key.stringValue))"
  case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?,
    .dataCorrupted(let context)?:
    text = place(context, nil) + context.debugDescription
  default: text = String(describing: error)
  }
  // Cut before anything else: an error may hold the whole payload.
  let start = text.unicodeScalars.prefix(shownScalarCount + 1)
  return truncated(displayed(String(start)), after: shownScalarCount)
}

/// How much of an error's text is shown.
private let shownScalarCount = 200

private func place(_ context: DecodingError.Context, _ key: (any CodingKey)?) -> String {
  let keys = context.codingPath + (key.map { [$0] } ?? [])
  let steps = keys.map { key -> InstancePath.Step in
    key.intValue.map { .element($0) } ?? .member(MemberName(key.stringValue))
  }
  return steps.isEmpty ? "" : "\(InstancePath(steps)): "
}
