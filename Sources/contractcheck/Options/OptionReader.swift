/// Reads the options of a command, one after the other, where they are declared.
///
///     jobCount = try options.last("jobs", "N", "how many workers there are", .number()) ?? 1
///
/// The declaration is all there is of an option: the command line, the environment, the
/// configuration, help, the manual page, completion and what parts agree on follow from it.
struct OptionReader {
  private let source: (OptionDeclaration) throws(UsageError) -> GivenTexts
  /// The options that were read, in their order.
  private(set) var declared: [OptionDeclaration] = []
  /// The texts that options were given, by their names.
  private(set) var given: [String: GivenTexts] = [:]

  /// - Parameter source: Finds the texts that an option is given.
  init(_ source: @escaping (OptionDeclaration) throws(UsageError) -> GivenTexts) {
    self.source = source
  }

  /// The last value of an option; `nil`, if it is not given.
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

  /// All values of an option that may be repeated.
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
    try all(
      OptionDeclaration(name, value, summary, effect, offered: offered, path: path), form)
  }

  /// Whether an option without a value is on.
  mutating func isOn(
    _ name: String, _ summary: String, _ effect: OptionDeclaration.Effect = .running,
    short: Character? = nil
  ) throws(UsageError) -> Bool {
    try texts(OptionDeclaration(name, nil, summary, effect, short: short), .text).last == "true"
  }

  /// Whether an option that was read is given, or, if it has no value, turned on.
  func has(_ option: OptionDeclaration) -> Bool {
    let texts = given[option.name]?.texts ?? []
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
    for text in found.texts { try option.admit(text) }
    return found.texts
  }
}

/// The texts that an option is given, and by whom.
struct GivenTexts {
  /// Who gives them: the nearer to the person, the greater.
  enum Layer: Comparable {
    case none, part, file, environment, commandLine
  }

  var texts: [String] = []
  var layer = Layer.none
}

/// The options of a command, each declared where it is read.
protocol CommandOptions {
  init(_ options: inout OptionReader) throws(UsageError)
}

extension CommandOptions {
  /// The options in the order of their declarations.
  static var options: [OptionDeclaration] {
    // Nothing has to be given, so nothing is thrown.
    var reader = OptionReader { _ in GivenTexts() }
    _ = try? Self(&reader)
    return reader.declared
  }

  /// - Parameter given: Finds the texts that an option is given.
  init(
    _ given: @escaping (OptionDeclaration) throws(UsageError) -> GivenTexts
  ) throws(UsageError) {
    var reader = OptionReader(given)
    try self.init(&reader)
  }
}
