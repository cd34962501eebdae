import ContractModel

/// Options by precedence: those of the command line, then the environment, then
/// `.contractcheck.json`.
struct LayeredOptions {
  let arguments: Arguments
  let environment: [String: String]
  var file = ConfigurationFile()

  func given(_ option: OptionDeclaration) throws(UsageError) -> [String] {
    // The variable of a switch is checked, whatever the command line has.
    let surrounding = try text(ofVariable: option)
    let own = arguments.given(option)
    if !own.isEmpty { return own }
    if let surrounding { return [surrounding] }
    return file.texts[option.name] ?? []
  }

  private func text(ofVariable option: OptionDeclaration) throws(UsageError) -> String? {
    guard let text = environment[option.variable], !text.isEmpty else { return nil }
    return option.value == nil ? try onOrOff(text, at: option.variable) : text
  }
}

/// Reads whether an option without a value is on: returns `true` or `false`; `place` is the origin
/// of the text.
func onOrOff(_ text: String, at place: String) throws(UsageError) -> String {
  switch text.lowercased() {
  case "true", "yes", "on", "1": return "true"
  case "false", "no", "off", "0": return "false"
  default:
    throw UsageError(
      message: "\(place) is true or false, not \(quoted(text))",
      hint: "yes, on and 1, and no, off and 0 say the same")
  }
}
