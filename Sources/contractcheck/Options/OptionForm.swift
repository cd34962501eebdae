import ContractModel

/// The form of an option's value, with its reader.
struct OptionForm<Value> {
  /// The form in words, for a sentence that starts with `--jobs is`: `a number from 1 to 1000`.
  let words: String
  /// The only possible texts, which are checked before reading; empty for any.
  var choices: [String] = []
  let hint: (String) -> String?
  /// Returns `nil` if a text does not have the form.
  let read: (String) throws(UsageError) -> Value?

  init(
    _ words: String, hint: @escaping (String) -> String? = { _ in nil },
    read: @escaping (String) throws(UsageError) -> Value?
  ) {
    (self.words, self.hint, self.read) = (words, hint, read)
  }

  func value(of text: String, for option: OptionDeclaration) throws(UsageError) -> Value {
    guard let value = try read(text) else { throw refusal(of: text, for: option.name) }
    return value
  }

  func refusal(of text: String, for name: String) -> UsageError {
    UsageError(message: "--\(name) is \(words), not \(quoted(text))", hint: hint(text))
  }
}

extension OptionForm {
  static var text: OptionForm<String> { .init("a text") { $0 } }

  /// Returns the form of one of a few words, each with its value.
  static func choice(of values: KeyValuePairs<String, Value>) -> OptionForm {
    var form = OptionForm("a choice") { text in values.first { $0.key == text }?.value }
    form.choices = values.map(\.key)
    return form
  }
}

extension OptionForm<Severity?> {
  /// The form of the severity that fails; `nil` for none.
  static var failing: Self { .choice(of: ["error": .error, "warning": .warning, "never": nil]) }
}

extension OptionForm where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// The form of one of an enumeration's cases.
  static var choice: OptionForm {
    var form = OptionForm("a choice") { Value(rawValue: $0) }
    form.choices = Value.allCases.map(\.rawValue)
    return form
  }
}

extension OptionForm where Value: FixedWidthInteger {
  static func number(
    _ words: String = "a number from 0 on", in range: ClosedRange<Value> = 0 ... .max
  ) -> OptionForm {
    OptionForm(words) { text in Value(text).flatMap { range.contains($0) ? $0 : nil } }
  }
}

extension OptionForm<Int> {
  static var percentage: OptionForm { .init("0% to 100%", read: percentage) }

  /// Reads `5%`, or `5`.
  static func percentage(in text: String) -> Int? {
    guard let number = Int(text.hasSuffix("%") ? String(text.dropLast()) : text) else { return nil }
    return 0...100 ~= number ? number : nil
  }

  /// The form of a number of bytes, at least one.
  static var size: OptionForm { .init("a size such as 64MiB", read: byteCount) }

  /// Reads `64MiB`, `1kB`, or bytes.
  private static func byteCount(in text: String) -> Int? {
    let units = [
      ("MiB", 1 << 20), ("KiB", 1 << 10), ("GiB", 1 << 30), ("MB", 1_000_000),
      ("kB", 1_000), ("GB", 1_000_000_000), ("B", 1),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      let (product, overflow) = (Int(text.dropLast(unit.count)) ?? -1)
        .multipliedReportingOverflow(by: factor)
      return product > 0 && !overflow ? product : nil
    }
    return Int(text).flatMap { $0 > 0 ? $0 : nil }
  }
}
