import ContractModel
import ContractTesting
import HTTPFixtures
import JSONParsing

extension ClientTest {
  /// Loads a body that the client may keep, and loads it again. If the second request is
  /// conditional, it gets status 304, because the client's copy is current. If the endpoint has
  /// status 304 and no body, every request of the second load gets status 304.
  ///
  /// The client may return its copy, throw, return `nil`, or return a value that says that nothing
  /// has changed; but it must not return an empty value for the empty body.
  nonisolated(nonsending) func notModifiedLoad(
    _ endpoint: Endpoint, _ payload: [UInt8]?
  ) async throws -> [MapperViolation] {
    guard let served = client.stub.served, endpoint.selector.http?.method == "GET" else {
      return []
    }
    let isNamed = payload == nil && served.statuses.contains(304)
    let kept = isNamed ? served.keptSibling : payload.map { served.keptResponse($0) }
    guard let kept else { return [] }
    let first = await load(kept)
    guard let valid = first.value else {
      // The loads of an endpoint with a body report its rejection.
      return isNamed ? refusal(of: [(kept, first)]) : []
    }
    let notModified = StubbedResponse.status(304)
    let again = await load(isNamed ? notModified : kept, notModified: notModified)
    try Task.checkCancellation()
    let count = client.stub.served?.notModifiedCount ?? 0
    guard isNamed || count > 0, let value = again.value, value.parts.isPoorer(than: valid.parts)
    else { return [] }
    return [
      violation(
        "the client makes something else of a response which says that nothing has changed",
        [
          ("response", "status 304 without a body, after \(kept)"),
          ("client", "returns \(value.short)"),
          ("expected", "it returns \(valid.short) as before, or throws"),
        ])
    ]
  }
}

/// The scalars in a value, and the names of its cases, at any depth.
struct ValueParts {
  private var texts: Set<String> = []
  /// Limits the work for objects in cycles.
  private static let mostDepth = 16
  private static let mostCount = 10_000

  init(_ value: Any) { add(value, 0) }

  private mutating func add(_ value: Any, _ depth: Int) {
    guard depth < Self.mostDepth, texts.count < Self.mostCount else { return }
    let mirror = Mirror(reflecting: value)
    for child in mirror.children {
      // The label of an enumeration's content is the name of the case.
      if mirror.displayStyle == .enum, let label = child.label { texts.insert(label) }
      add(child.value, depth + 1)
    }
    guard mirror.children.isEmpty else { return }
    switch mirror.displayStyle {
    case nil, .enum: texts.insert("\(value)")
    default: break
    }
  }

  /// The texts of empty and default values, which are not counted as parts.
  private static let blanks: Set<String> = ["", "0", "0.0", "false"]

  /// Whether this value lacks parts of another value, and has no part that the other lacks.
  func isPoorer(than other: ValueParts) -> Bool {
    !other.texts.subtracting(Self.blanks).isSubset(of: texts)
      && texts.subtracting(Self.blanks).isSubset(of: other.texts)
  }
}
