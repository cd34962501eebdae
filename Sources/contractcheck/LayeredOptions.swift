import ContractModel
import DiskReading
import Foundation
import JSONParsing

/// Options by precedence: the command line's, then the environment's, then those of
/// `.contractcheck.json`.
struct LayeredOptions {
  static let fileName = ".contractcheck.json"

  /// What inputs are whose names a pattern fits.
  struct InputRule {
    var pattern: String
    var type: String
  }

  private let arguments: Arguments
  private let environment: [String: String]
  private var file: [String: [String]] = [:]
  /// Options without a value that the environment or the file turns on or off.
  private var switches: [String: Bool] = [:]
  private(set) var inputRules: [InputRule] = []
  /// What options are, whatever else is given.
  private var fixed: [String: [String]] = [:]

  init(
    _ arguments: Arguments, of command: Command,
    environment: [String: String]
  ) throws(UsageError) {
    self.arguments = arguments
    self.environment = environment
    if let url = Self.fileURL() {
      let bytes: [UInt8]
      do {
        bytes = try RegularFile.bytes(of: url)
      } catch {
        throw UsageError(message: "\(displayed(url.path)) cannot be read: \(error)", hint: nil)
      }
      try read(bytes, url, command)
    }
    for option in Self.settable(by: command) where option.value == nil {
      let variable = Self.variable(option.name)
      guard let text = environment[variable], !text.isEmpty else { continue }
      switches[option.name] = try Self.isOn(text, variable)
    }
  }

  /// The options of a command that may be given everywhere.
  static func settable(by command: Command) -> [Command.Option] {
    command.options + [ColorChoice.option]
  }

  func has(_ flag: String) -> Bool { arguments.has(flag) || switches[flag] ?? false }

  /// Where an option's value is from: the nearer to the person, the greater; 0, if it has none.
  func layer(of option: String) -> Int {
    if let fixed = fixed[option] { return fixed.isEmpty ? 0 : 1 }
    if !arguments.values(option).isEmpty { return 4 }
    if environment[Self.variable(option)]?.isEmpty == false { return 3 }
    return file[option] == nil ? 0 : 2
  }

  /// Reads whether an option without a value is turned on.
  ///
  /// - Parameter name: Where it is said.
  private static func isOn(_ text: String, _ name: String) throws(UsageError) -> Bool {
    switch text.lowercased() {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0": return false
    default:
      throw UsageError(
        message: "\(name) is true or false, not \(quoted(text))",
        hint: "yes, on and 1, and no, off and 0 say the same")
    }
  }

  func value(_ option: String) -> String? { values(option).last }

  func values(_ option: String) -> [String] {
    if let fixed = fixed[option] { return fixed }
    let given = arguments.values(option)
    if !given.isEmpty { return given }
    if let value = environment[Self.variable(option)], !value.isEmpty { return [value] }
    return file[option] ?? []
  }

  /// The options with some of them, and all rules for inputs, as they are given here.
  func fixing(_ values: [String: [String]], inputRules: [InputRule]) -> LayeredOptions {
    var options = self
    options.fixed = values
    options.inputRules = inputRules
    return options
  }

  /// `fail-on` is `CONTRACTCHECK_FAIL_ON`.
  static func variable(_ option: String) -> String {
    "CONTRACTCHECK_" + option.uppercased().replacing("-", with: "_")
  }

  // MARK: - The file

  /// The file in the working folder, or in the nearest folder above that has one.
  private static func fileURL() -> URL? {
    var folder = URL(
      filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    while true {
      let url = folder.appending(path: fileName)
      if FileManager.default.fileExists(atPath: url.path) { return url }
      guard folder.path != "/" else { return nil }
      folder = folder.deletingLastPathComponent()
    }
  }

  private mutating func read(
    _ bytes: [UInt8], _ url: URL, _ command: Command
  ) throws(UsageError) {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, options: .tolerant)
    } catch {
      let position = TextPosition(offset: error.offset, in: bytes)
      throw UsageError(message: "\(displayed(url.path)):\(position): \(error)", hint: error.hint)
    }
    let folder = url.deletingLastPathComponent().path
    let options = Self.settable(by: command)
    for member in document.root.members {
      let name = member.name.text
      if name == "inputs" {
        inputRules = member.value.members.compactMap { rule in
          rule.value.string.map { InputRule(pattern: rule.name.text, type: $0) }
        }
      } else if options.contains(where: { $0.name == name && $0.value == nil }) {
        let position = TextPosition(offset: member.value.byteRange.lowerBound, in: bytes)
        switches[name] = try Self.isOn(
          member.value.string ?? member.value.rawText,
          "\(displayed(url.path)):\(position): \(quoted(name))")
      } else if options.contains(where: { $0.name == name }) || name == "input" {
        file[name] = Self.texts(member.value).map { Self.path($0, of: name, in: folder) }
      } else {
        let names = options.map(\.name) + ["inputs", "input"]
        let position = TextPosition(offset: member.nameRange.lowerBound, in: bytes)
        throw UsageError(
          message: "\(displayed(url.path)):\(position): unknown word \(quoted(name))",
          hint: didYouMean(name, among: names))
      }
    }
  }

  private static func texts(_ value: JSONValue) -> [String] {
    value.kind == .array
      ? value.elements.flatMap(texts) : [value.string ?? value.rawText]
  }

  /// Paths in the file are relative to it.
  private static func path(_ text: String, of option: String, in folder: String) -> String {
    if option == "report" {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      let isRelative = parts.count == 2 && !parts[1].hasPrefix("/")
      return isRelative ? "\(parts[0])=\(folder)/\(parts[1])" : text
    }
    let paths = ["baseline", "contracts", "input", "write-baseline"]
    let isPath = paths.contains(option) && text != "-" && !text.hasPrefix("/")
    return isPath ? "\(folder)/\(text)" : text
  }
}
