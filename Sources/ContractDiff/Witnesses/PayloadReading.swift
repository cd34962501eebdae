import ContractModel
import JSONParsing
import MappingEngine

/// One side's result for a payload, by the places in the payload.
final class PayloadReading {
  struct Outcome: Hashable {
    var property: PropertyPath
    /// The value as it is compared; if nothing was set, the event that happened instead.
    var value: MemberName
  }

  let result: MappingResult
  private(set) lazy var lines: [InstancePath: [PropertyLine]] = result.events.reduce(into: [:]) {
    if let line = $1.line, $1.isTerminal { $0[$1.path, default: []].append(line) }
  }
  /// The values of properties, in the order of the payload's paths.
  private(set) lazy var outcomes: [InstancePath: [Outcome]] = result.events.reduce(into: [:]) {
    guard let property = $1.property, $1.isTerminal || $1.line == nil else { return }
    $0[$1.path, default: []].append(
      Outcome(property: property, value: MemberName(value(of: $1))))
  }
  /// The objects that were created or found again, by their first paths.
  private(set) lazy var objects: [(path: InstancePath, id: ObjectID)] =
    result.events.compactMap { event in
      guard event.name == .created || event.name == .reused else { return nil }
      return event.object.map { (event.path, $0) }
    }

  init(_ result: MappingResult) { self.result = result }

  var errors: [Violation] { result.violations.filter { $0.severity == .error } }

  func type(of object: ObjectID) -> MemberName { result.store[object].type }

  /// Returns the results at a path in words: `mail = null`, `no mail`.
  func words(at path: InstancePath) -> String {
    let outcomes = outcomes[path] ?? []
    guard !outcomes.isEmpty else {
      if path.steps.isEmpty { return "takes it" }
      return object(at: path) ?? "takes it, and maps nothing at \(path)"
    }
    return outcomes.map { outcome in
      outcome.value.text.isEmpty
        ? "\(outcome.property) is not set" : "\(outcome.property) = \(outcome.value)"
    }.joined(separator: ", ")
  }

  /// Returns in words which object is made of a place; `nil` if it is none.
  private func object(at path: InstancePath) -> String? {
    guard let id = objects.first(where: { $0.path == path })?.id else { return nil }
    let name = displayed(type(of: id).text)
    let earlier = objects.first { $0.id == id && $0.path != path }
    return earlier.map { "\(path) is the same \(name) as \($0.path)" }
      ?? "\(path) is another \(name)"
  }

  // MARK: - Values

  private func value(of event: MappingEvent) -> String {
    switch event.name {
    case .missing, .connectionSkipped: ""
    case .set, .unchanged, .setDefault, .setNull, .connected, .connectionCleared:
      event.value.map(text) ?? "null"
    default: event.name.rawValue
    }
  }

  /// Returns a value as JSON, without the contents of its objects, which have lines of their own.
  private func text(_ value: MappedValue) -> String {
    switch value {
    case .object(let id): type(of: id).text
    case .array(let collection), .set(let collection):
      "[" + collection.elements.map(text).joined(separator: ",") + "]"
    case .dictionary(let entries):
      "{"
        + entries.map { "\(JSONWriter.text(of: $0.name.text)):\(text($0.value))" }
        .joined(separator: ",") + "}"
    // A whole number is the same whatever type stores it.
    case .double(let number): Int64(exactly: number).map(String.init) ?? result.store.json(value)
    case .float(let number): Int64(exactly: number).map(String.init) ?? result.store.json(value)
    default: result.store.json(value)
    }
  }
}
