import Foundation
public import HTTPFixtures
import JSONParsing
import MapperTesting

/// A client of an app that loads an endpoint through a stubbed session.
///
///     let stub = StubbedSession(try Contract("groups"))
///     let client = APIClient(session: stub.makeURLSession())
///
///     .loading(stub, "GET /groups/avatars") { try await client.avatars() }
///     .loading(stub, "GET /groups/avatars") { done in client.avatars(completion: done) }
///
/// The client runs in the test's own task, on the actor of the test, and need not be `Sendable`. It
/// returns the value that it makes from the response, or throws. If it returns `nil`, it rejects
/// the response.
public struct ClientUnderTest {
  let stub: StubbedSession
  /// The endpoint in the contract's spelling.
  let endpoint: String
  /// Loads once.
  let load: nonisolated(nonsending) () async throws -> Any
  /// The client as a mapper of the served payloads.
  let mapper: AsyncMapperUnderTest
  /// The errors that the client hides.
  let hidden: HiddenErrors
  /// The calls of completion handlers; `nil` without a handler.
  var completions: CompletionCalls?

  /// Creates an asynchronous client.
  ///
  /// - Parameters:
  ///   - stub: The stub of the client's session.
  ///   - endpoint: The endpoint in the contract's spelling; without a status, that of a success.
  ///   - load: Sends the request, and returns the result of the response.
  public static func loading<Result>(
    _ stub: StubbedSession, _ endpoint: String,
    _ load: @escaping () async throws -> Result
  ) -> ClientUnderTest {
    // The closure runs while the test's task waits for it, and never twice at once.
    let load = Handover(load)
    let hidden = HiddenErrors()
    return ClientUnderTest(
      stub: stub, endpoint: endpoint, load: { try await result(of: load, stub) },
      mapper: .mapping { payload in
        if let failure = hidden.load {
          stub.serve(failure.response)
          let result = try? await Self.result(of: load, stub)
          hidden.fallback.value = result.flatMap { MapperAnswer(returned: $0).value }
        }
        stub.serve(payload: Array(payload))
        let result = try await Self.outcome(of: load, stub)
        // Without a request for this payload, the result does not come from it.
        if stub.servedCount == 0 { throw NothingSent(stub.sent, endpoint) }
        return try result.get()
      }.hidingErrors(in: hidden.fallback), hidden: hidden)
  }

  /// Returns the result of a load.
  ///
  /// - Throws: The error of the load; `NeverGivesUp` if the load does not end although everything
  ///   is rejected.
  static nonisolated(nonsending) func result<Result>(
    of load: Handover<() async throws -> Result>, _ stub: StubbedSession
  ) async throws -> Result {
    let pending = PendingLoad<Result> {}
    stub.onAbandoned { pending.end(.failure(NeverGivesUp())) }
    // An abandoned task is not cancelled, because its client would only be rejected more quickly.
    let task = startTask {
      do { pending.complete(.success(try await load.value())) } catch {
        pending.complete(.failure(error))
      }
    }
    return try await withTaskCancellationHandler {
      try await pending.value()
    } onCancel: {
      task.cancel()
    }
  }

  /// Returns the result or the error of a load.
  ///
  /// - Throws: The error of a load that was abandoned before it answered.
  static nonisolated(nonsending) func outcome<Result>(
    of load: Handover<() async throws -> Result>, _ stub: StubbedSession
  ) async throws -> Swift.Result<Result, any Error> {
    do {
      return .success(try await result(of: load, stub))
    } catch  where !(error is any UnansweredError) {
      return .failure(error)
    }
  }

  /// Creates a client with a completion handler, which has to be called exactly once for each load.
  ///
  /// - Parameters:
  ///   - stub: The stub of the client's session.
  ///   - endpoint: The endpoint in the contract's spelling; without a status, that of a success.
  ///   - limit: The time limit after which the handler counts as never called.
  ///   - load: Sends the request.
  public static func loading<Value, Failure: Error>(
    _ stub: StubbedSession, _ endpoint: String, within limit: Duration = .seconds(10),
    _ load:
      @escaping (
        _ completion: @escaping @Sendable (Result<Value, Failure>) -> Void
      ) -> Void
  ) -> ClientUnderTest {
    completing(stub, endpoint, limit) { pending in
      load { result in pending.complete(result.mapError { $0 }) }
    }
  }

  /// Creates a client with a completion handler that takes a value or an error.
  public static func loading<Value>(
    _ stub: StubbedSession, _ endpoint: String, within limit: Duration = .seconds(10),
    _ load:
      @escaping (
        _ completion: @escaping @Sendable (_ value: Value?, _ error: (any Error)?) -> Void
      ) -> Void
  ) -> ClientUnderTest {
    completing(stub, endpoint, limit) { (pending: PendingLoad<Value?>) in
      load { value, error in
        pending.complete(error.map { .failure($0) } ?? .success(value))
      }
    }
  }

  private static func completing<Value>(
    _ stub: StubbedSession, _ endpoint: String, _ limit: Duration,
    _ start: @escaping (PendingLoad<Value>) -> Void
  ) -> ClientUnderTest {
    let calls = CompletionCalls(limit)
    var client = loading(stub, endpoint) {
      try await calls.value(of: stub.servedText, start)
    }
    client.completions = calls
    return client
  }
}

/// A failed load for which a client returns a value. The load is tried before each payload.
final class HiddenErrors {
  let fallback = Fallback()
  /// The load; `nil` if the client is not known to hide errors.
  var load: FailedLoads.Case?
}

/// The error of a load that did not request the endpoint, so its result does not depend on the
/// response.
struct NothingSent: Error, CustomStringConvertible {
  let description: String

  init(_ sent: [SentRequest], _ endpoint: String) {
    let texts = sent.prefix(3).map(\.description).joined(separator: ", ")
    let what = sent.isEmpty ? "it sent nothing; is a response cached?" : "it sent \(texts)"
    description = "the client did not send \(displayed(endpoint)): \(what)"
  }
}
