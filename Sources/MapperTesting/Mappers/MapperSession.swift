import Foundation
import JSONParsing

/// A session of a mapper, which is given payloads one after the other.
package protocol MapperSession {
  /// Maps a payload, and reports the call from the thread or actor on which the mapper runs.
  ///
  /// - Parameter begin: Called right before the mapper; the function that it returns is called
  ///   right after the mapper.
  mutating func map(
    _ payload: EndpointPayload, noting begin: @escaping () -> () -> Void
  ) -> MapperAnswer
  /// Maps two payloads at the same time; returns `nil` if the mapper cannot, and mapped nothing.
  mutating func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload,
    noting begin: @escaping () -> () -> Void
  ) -> [MapperAnswer]?
  /// The objects in the mapper's store; `nil` if it has no store.
  var stored: StoredObjects? { get }
  /// Whether the mapper may suspend, without blocking a thread.
  var awaits: Bool { get }
}

extension MapperSession {
  package var stored: StoredObjects? { nil }
  package var awaits: Bool { false }

  package mutating func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload,
    noting begin: @escaping () -> () -> Void
  ) -> [MapperAnswer]? { nil }

  /// Maps a payload of the first endpoint, which most often is the only one.
  package mutating func map(_ payload: [UInt8]) -> MapperAnswer { map(EndpointPayload(payload)) }

  package mutating func map(_ payload: EndpointPayload) -> MapperAnswer {
    map(payload, noting: { {} })
  }
}

package enum MapperAnswer {
  /// The mapper returned a value.
  case value(Any)
  /// The mapper wrote to its store, which now has these objects.
  case stored(StoredObjects)
  /// The mapper threw, or returned `nil`.
  case refused(Refusal)

  /// Creates the answer for a returned value; `nil` and the failure of a `Result` are rejections.
  package init(returned value: Any) {
    switch (value as? any ThrowingValue)?.outcome {
    case .success(let value)?: self.init(returned: value)
    case .failure(let error)?: self = .refused(Refusal(error: error))
    case nil: self = ReflectedValue(value) == nil ? .refused(Refusal(error: nil)) : .value(value)
    }
  }

  var isRefusal: Bool { if case .refused = self { true } else { false } }

  /// The returned value; `nil` for a rejection and for a store.
  package var value: Any? { if case .value(let value) = self { value } else { nil } }
}

/// A `Result` of any types.
private protocol ThrowingValue {
  var outcome: Result<Any, any Error> { get }
}

extension Result: ThrowingValue {
  fileprivate var outcome: Result<Any, any Error> { map { $0 as Any }.mapError { $0 as any Error } }
}

/// The error of a mapper that was abandoned before it answered: it says nothing about the payload.
package protocol UnansweredError: Error {}

/// The reason why a mapper rejected a payload. Described on demand, which is slower than mapping.
package struct Refusal {
  /// The error; `nil` if the mapper returned `nil`.
  package let error: (any Error)?

  package init(error: (any Error)?) { self.error = error }

  /// Whether the mapper was abandoned before it answered.
  var isUnanswered: Bool { error is any UnansweredError }

  /// The key that one of Foundation's decoders did not find.
  var missingKey: String? {
    if case .keyNotFound(let key, _)? = error as? DecodingError { key.stringValue } else { nil }
  }

  /// The reason, on one line that is safe to display.
  package var reason: String { error.map(DecodingMessage.located) ?? "it returns nil" }
}

/// The session of a mapper that runs on the caller's thread.
struct ImmediateSession<Store>: MapperSession {
  /// The store of the mapper's own; empty for a mapper that keeps nothing between payloads.
  var store: Store
  let load: (EndpointPayload, inout Store) throws -> Any
  /// Returns the objects in the store, which are the mapper's answer; `nil` without a store.
  let objects: ((Store) -> StoredObjects)?

  var stored: StoredObjects? { releasingObjects { objects?(store).of(store) } }

  mutating func map(
    _ payload: EndpointPayload, noting begin: @escaping () -> () -> Void
  ) -> MapperAnswer {
    let end = begin()
    defer { end() }
    return releasingObjects {
      do {
        let made = try load(payload, &store)
        return stored.map { .stored($0) } ?? MapperAnswer(returned: made)
      } catch {
        return .refused(Refusal(error: error))
      }
    }
  }
}

extension ImmediateSession where Store == Void {
  init(_ map: @escaping (Data) throws -> Any) {
    self.init(store: (), load: { payload, _ in try map(Data(payload.bytes)) }, objects: nil)
  }
}
