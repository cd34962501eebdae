import JSONParsing

/// Answers the requests of its sessions.
protocol RequestAnswering: AnyObject, Sendable {
  /// Answers a request, or starts to answer it.
  func start(_ loading: StubProtocol)
}

/// The existing stubs and recorders, by their numbers.
///
/// A session creates a `URLProtocol` from its class alone; on Linux, neither headers of the
/// configuration nor task-local values reach it. So each stub has its own class, which has its
/// number.
enum StubRegistry {
  private struct Reference {
    weak var session: (any RequestAnswering)?
  }

  // Numbers are not reused, so a session of a released stub never finds another stub.
  private static let count = Atomic(0)
  private static let sessions = Mutex<[Int: Reference]>([:])

  static func nextNumber() -> Int { count.add(1) + 1 }

  static func add(_ session: some RequestAnswering, _ number: Int) {
    sessions.withLock { $0[number] = Reference(session: session) }
  }

  static func remove(_ number: Int) { _ = sessions.withLock { $0.removeValue(forKey: number) } }

  static subscript(number: Int) -> (any RequestAnswering)? {
    sessions.withLock { $0[number]?.session }
  }
}

// MARK: - A class for each number

/// A positive integer as a type, in binary.
private protocol TypeNumber { static var value: Int { get } }

private enum One: TypeNumber { static var value: Int { 1 } }

private enum Even<Half: TypeNumber>: TypeNumber { static var value: Int { 2 * Half.value } }

private enum Odd<Half: TypeNumber>: TypeNumber { static var value: Int { 2 * Half.value + 1 } }

private func typeNumber(_ value: Int) -> any TypeNumber.Type {
  func even<Half: TypeNumber>(_: Half.Type) -> any TypeNumber.Type { Even<Half>.self }
  func odd<Half: TypeNumber>(_: Half.Type) -> any TypeNumber.Type { Odd<Half>.self }
  if value <= 1 { return One.self }
  let half = typeNumber(value / 2)
  return value.isMultiple(of: 2) ? even(half) : odd(half)
}

func numberedProtocol(_ number: Int) -> AnyClass {
  func make<Number: TypeNumber>(_: Number.Type) -> AnyClass { NumberedProtocol<Number>.self }
  return make(typeNumber(number))
}

private final class NumberedProtocol<Number: TypeNumber>: StubProtocol {
  override class var number: Int { Number.value }
}
