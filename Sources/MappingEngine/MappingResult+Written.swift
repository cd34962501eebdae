import ContractModel
import JSONParsing

extension MappingResult {
  /// The errors of a payload that an app wrote. An optional key in another spelling is one of them:
  /// an app means its own keys.
  ///
  /// A key that the contract does not have, and that probably means an absent one, has this one's
  /// line and a hint with its name; it stands for all violations of the two keys.
  package var writtenViolations: [Violation] {
    var found = violations.filter { $0.severity == .error || $0.rule == .keyCase }
    let unknown = found.indices.filter { found[$0].rule == .unknownKey }
    let absent = unknown.isEmpty ? [] : events.filter { $0.isTerminal && $0.isMissing }
    var explained: Set<InstancePath> = []
    for index in found.indices { found[index].severity = .error }
    for index in unknown {
      explained.insert(found[index].path)
      guard let event = absent.nearest(to: found[index].path) else { continue }
      found[index].line = event.line
      found[index].hint = event.path.lastName.map { "did you mean \(quoted($0))?" }
      explained.insert(event.path)
    }
    return found.filter { violation in
      ![.missingKey, .keyCase].contains(violation.rule) || !explained.contains(violation.path)
    }
  }
}

extension [MappingEvent] {
  /// Returns the event of the absent key that a key in the same object probably means.
  fileprivate func nearest(to path: InstancePath) -> MappingEvent? {
    guard let key = path.lastName else { return nil }
    let object = path.steps.dropLast()
    let events = filter { $0.path.steps.dropLast() == object }
    let names = events.compactMap(\.path.lastName)
    let same = names.first { likeness(of: key, to: $0) == .sameLetters }
    let name = same ?? nearestWord(to: key, among: names)
    return name.flatMap { name in events.first { $0.path.lastName == name } }
  }
}

extension InstancePath {
  /// The name of the member that the path leads to; `nil` for an element and for the root.
  fileprivate var lastName: String? {
    if case .member(let name)? = steps.last { name.text } else { nil }
  }
}
