package import JSONParsing

/// Where a fault that a mapper fails on fails too, among the key paths of the same kind.
package struct FaultPlaces: Sendable {
  /// The kind of the values: `String`, `array`.
  package var kind: String
  package var failing: [InstancePath] = []
  package var passing: [InstancePath] = []

  package var count: Int { failing.count + passing.count }

  /// A key path that several cases have fails if it does in one of them.
  mutating func add(_ path: InstancePath, fails: Bool) {
    guard !failing.contains(path) else { return }
    if fails {
      failing.append(path)
      passing.removeAll { $0 == path }
    } else if !passing.contains(path) {
      passing.append(path)
    }
  }
}
