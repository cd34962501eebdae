/// Reads the options of a command, one after the other, and declares them at the same time.
///
///     jobCount = try options.last("jobs", "N", "how many workers there are", .number(), or: 1)
///
/// The command line, the environment, the configuration, help, the manual page, completion and the
/// comparison of parts all use the declaration.
struct OptionReader {
  private let source: (OptionDeclaration) throws(UsageError) -> [String]
  /// The options that were read, in order.
  private(set) var declared: [OptionDeclaration] = []
  /// The given texts, by the options' names.
  private(set) var given: [String: [String]] = [:]

  /// - Parameter source: Returns the given texts of an option.
  init(_ source: @escaping (OptionDeclaration) throws(UsageError) -> [String]) {
    self.source = source
  }

  /// Reads the last value of an option; `nil` if it is not given.
  mutating func last<Value>(
    _ option: OptionDeclaration, _ form: OptionForm<Value>
  ) throws(UsageError) -> Value? {
    try texts(option, form).last.map { text throws(UsageError) in
      try form.value(of: text, for: option)
    }
  }

  mutating func last<Value>(
    _ name: String, _ value: String, _ summary: String, _ form: OptionForm<Value>,
    _ effect: OptionDeclaration.Effect = .running, path: OptionDeclaration.PathPlace? = nil
  ) throws(UsageError) -> Value? {
    try last(OptionDeclaration(name, value, summary, effect, path: path), form)
  }

  /// - Parameter usual: The value of an option that is not given.
  mutating func last<Value>(
    _ name: String, _ value: String, _ summary: String, _ form: OptionForm<Value>,
    _ effect: OptionDeclaration.Effect = .running, or usual: Value
  ) throws(UsageError) -> Value {
    try last(name, value, summary, form, effect) ?? usual
  }

  mutating func all<Value>(
    _ option: OptionDeclaration, _ form: OptionForm<Value>
  ) throws(UsageError) -> [Value] {
    try texts(option, form).map { text throws(UsageError) in try form.value(of: text, for: option) }
  }

  mutating func all<Value>(
    _ name: String, _ value: String, _ summary: String, _ form: OptionForm<Value>,
    _ effect: OptionDeclaration.Effect = .running, offered: WordCompletion? = nil,
    path: OptionDeclaration.PathPlace? = nil
  ) throws(UsageError) -> [Value] {
    try all(OptionDeclaration(name, value, summary, effect, offered: offered, path: path), form)
  }

  /// Reads whether an option without a value is on.
  mutating func isOn(
    _ name: String, _ summary: String, _ effect: OptionDeclaration.Effect = .running,
    short: Character? = nil
  ) throws(UsageError) -> Bool {
    try texts(OptionDeclaration(name, nil, summary, effect, short: short), .text).last == "true"
  }

  /// Returns the options that a function reads, in the order of their declarations.
  static func declarations<Options>(
    of read: (inout OptionReader) throws(UsageError) -> Options
  ) -> [OptionDeclaration] {
    // No option is required, so nothing is thrown.
    var reader = OptionReader { _ in [] }
    _ = try? read(&reader)
    return reader.declared
  }

  /// Whether an option that was read is given, or, if it has no value, is on.
  func has(_ option: OptionDeclaration) -> Bool {
    let texts = given[option.name] ?? []
    return option.value == nil ? texts.last == "true" : !texts.isEmpty
  }

  private mutating func texts<Value>(
    _ option: OptionDeclaration, _ form: OptionForm<Value>
  ) throws(UsageError) -> [String] {
    var option = option
    option.choices = form.choices
    declared.append(option)
    let found = try source(option)
    given[option.name] = found
    for text in found { try option.admit(text) }
    return found
  }
}

/// The options of a command, each declared where it is read.
protocol CommandOptions {
  init(_ options: inout OptionReader) throws(UsageError)
}

extension CommandOptions {
  /// The options in the order of their declarations.
  static var options: [OptionDeclaration] { OptionReader.declarations(of: Self.init) }

  init(_ given: @escaping (OptionDeclaration) throws(UsageError) -> [String]) throws(UsageError) {
    var reader = OptionReader(given)
    try self.init(&reader)
  }
}
