import JSONParsing

/// Collects the mistakes of contract files while they are read.
///
/// Lines and columns are determined at the end, in one pass per file, however many mistakes there
/// are.
struct ContractErrorLog {
  private struct Entry {
    var severity: ContractError.Severity
    var message: String
    var hint: String?
    var origin: Origin
  }

  private var entries: [Entry] = []
  private(set) var errorCount = 0

  mutating func error(_ message: String, hint: String? = nil, at origin: Origin) {
    append(.error, message, hint, origin)
  }

  mutating func warning(_ message: String, hint: String? = nil, at origin: Origin) {
    append(.warning, message, hint, origin)
  }

  /// Appends an entry. Messages and hints contain file texts, so both are made safe to display.
  private mutating func append(
    _ severity: ContractError.Severity, _ message: String, _ hint: String?, _ origin: Origin
  ) {
    entries.append(
      Entry(
        severity: severity, message: displayed(message), hint: hint.map { displayed($0) },
        origin: origin))
    if severity == .error { errorCount += 1 }
  }

  mutating func append(_ other: ContractErrorLog) {
    entries += other.entries
    errorCount += other.errorCount
  }

  /// Returns the mistakes in the order of paths and bytes, each once.
  func errors(text: (_ path: String) -> ArraySlice<UInt8>?) -> [ContractError] {
    let byPath = Dictionary(grouping: entries) { MemberName($0.origin.path) }
    return byPath.keys.sorted().flatMap { path in
      located((byPath[path] ?? []).sorted(by: Self.precedes), in: text(path.text) ?? [])
    }
  }

  private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    let (leftRange, rightRange) = (left.origin.range, right.origin.range)
    return (leftRange.lowerBound, leftRange.upperBound, left.message)
      < (rightRange.lowerBound, rightRange.upperBound, right.message)
  }

  private func located(_ entries: [Entry], in text: ArraySlice<UInt8>) -> [ContractError] {
    let offsets = entries.map(\.origin.range.lowerBound)
    let positions = TextPosition.positions(ofSorted: offsets, in: text)
    var errors: [ContractError] = []
    for (entry, position) in zip(entries, positions) {
      let error = ContractError(
        severity: entry.severity, message: entry.message, hint: entry.hint,
        path: entry.origin.path, range: entry.origin.range, position: position)
      if errors.last != error { errors.append(error) }
    }
    return errors
  }
}
