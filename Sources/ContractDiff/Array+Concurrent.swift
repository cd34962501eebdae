import Dispatch
import JSONParsing

extension Array where Element: Sendable {
  /// Transforms each element, several at a time on the machine's cores, and returns the results in
  /// the order of the elements.
  func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let results = Mutex<[Int: Result]>([:])
    DispatchQueue.concurrentPerform(iterations: count) { number in
      releasingObjects {
        let result = transform(self[number])
        results.withLock { $0[number] = result }
      }
    }
    return results.withLock { results in indices.compactMap { results[$0] } }
  }
}
