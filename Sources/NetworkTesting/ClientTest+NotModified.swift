import ContractModel
import ContractTesting
import HTTPFixtures
import JSONParsing

extension ClientTest {
  /// Has the client load a body that it may keep, and once more; then it is told that its copy is
  /// still right, if it asks for another one. An endpoint of that status alone tells it to all.
  ///
  /// It may return its copy, throw, return `nil` or say in its value that nothing has changed, but not
  /// make an empty value of the empty body.
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
      // That of an endpoint with a body is told by its own loads.
      return isNamed ? refusal(of: [(kept, first)]) : []
    }
    let notModified = StubbedResponse.status(304)
    let again = await load(isNamed ? notModified : kept, notModified: notModified)
    try Task.checkCancellation()
    let count = client.stub.served?.notModifiedCount ?? 0
    guard isNamed || count > 0, let value = again.value, value.parts.isPoorer(than: valid.parts)
    else { return [] }
    return [
      MapperViolation(
        description: "\(displayed(client.endpoint)): the client makes something else of a response "
          + "which says that nothing has changed\n"
          + "  response  status 304 without a body, after \(kept)\n"
          + "  client    returns \(value.short)\n"
          + "  expected  it returns \(valid.short) as before, or throws", payload: [])
    ]
  }
}

/// The scalars in a value and the names of its cases, whatever holds them.
struct ValueParts {
  private var texts: Set<String> = []
  /// Bounds the work for objects that refer to each other.
  private static let mostDepth = 16
  private static let mostCount = 10_000

  init(_ value: Any) { add(value, 0) }

  private mutating func add(_ value: Any, _ depth: Int) {
    guard depth < Self.mostDepth, texts.count < Self.mostCount else { return }
    let mirror = Mirror(reflecting: value)
    for child in mirror.children {
      // The case of an enumeration is named by what it holds.
      if mirror.displayStyle == .enum, let label = child.label { texts.insert(label) }
      add(child.value, depth + 1)
    }
    guard mirror.children.isEmpty else { return }
    switch mirror.displayStyle {
    case nil, .enum: texts.insert("\(value)")
    default: break
    }
  }

  /// What a value has that nobody set.
  private static let blanks: Set<String> = ["", "0", "0.0", "false"]

  /// Whether parts of another value are not there, and no others in their place.
  func isPoorer(than other: ValueParts) -> Bool {
    !other.texts.subtracting(Self.blanks).isSubset(of: texts)
      && texts.subtracting(Self.blanks).isSubset(of: other.texts)
  }
}
