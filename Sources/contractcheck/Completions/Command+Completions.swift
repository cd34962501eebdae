import ContractModel

extension Command {
  static let completions = Command(
    name: "completions", summary: "print what makes a shell complete the command line",
    operands: CompletionShell.allCases.map(\.rawValue).joined(separator: "|"), options: [],
    details: """
      Commands, options, their values, the names of rules, and files are completed. For bash,
      source the script from ~/.bashrc; for zsh, write it to a file _contractcheck in a folder of
      $fpath; for fish, to ~/.config/fish/completions/contractcheck.fish.
      """.paragraphs, offered: .words(CompletionShell.allCases.map(\.rawValue))
  ) { arguments, console in
    let names = CompletionShell.allCases.map(\.rawValue)
    let name = try arguments.operands.only(
      or: "completions needs a shell", hint: "one of \(names.joined(separator: ", "))")
    guard let shell = CompletionShell(rawValue: name) else {
      throw UsageError(
        message: "there are completions of \(names.joined(separator: ", ")), not \(quoted(name))",
        hint: didYouMean(name, among: names))
    }
    try console.print(shell.script, terminator: "")
    return .success
  }
}
