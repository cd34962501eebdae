/// The completion script for fish.
enum FishCompletion {
  static var script: String {
    let names = Command.all.map(\.name).joined(separator: " ")
    let commands = Command.all.map { command in
      "complete -c contractcheck -n __contractcheck_begins -a \(command.name) "
        + "-d \(quoted(command.summary))"
    }
    return """
      # Completion of contractcheck for fish, printed by: contractcheck completions fish
      function __contractcheck_begins
        test (count (commandline -opc)) -eq 1
      end

      # Whether the line is of a command; of check, if it names none.
      function __contractcheck_is
        set -l words (commandline -opc)
        test (count $words) -gt 1; or return 1
        contains -- $words[2] \(names); or set words[2] check
        test $words[2] = $argv[1]
      end

      complete -c contractcheck -f
      \(commands.joined(separator: "\n"))
      complete -c contractcheck -n __contractcheck_begins -F
      complete -c contractcheck -n __contractcheck_begins -l help -d 'list the commands'
      complete -c contractcheck -n __contractcheck_begins -l version -d 'print the version'

      \(Command.all.map(lines).joined(separator: "\n\n"))

      """
  }

  private static func lines(of command: Command) -> String {
    let start = "complete -c contractcheck -n '__contractcheck_is \(command.name)'"
    let options = (command.options + Command.common).map { option in
      let short = option.short.map { " -s \($0)" } ?? ""
      let value = option.value == nil ? "" : " \(rest(option.completion, isValue: true))"
      return "\(start) -l \(option.name)\(short)\(value) -d \(quoted(option.summary))"
    }
    let operands = command.offered == .nothing ? [] : ["\(start) \(rest(command.offered))"]
    return (options + operands).joined(separator: "\n")
  }

  /// Returns the arguments that describe the offered words: `-x` for a value that is no file, `-r`
  /// for a value, `-F` for files in addition.
  private static func rest(_ completion: WordCompletion, isValue: Bool = false) -> String {
    let none = isValue ? "-x" : ""
    switch completion {
    case .nothing: return none
    case .files: return isValue ? "-r -F" : "-F"
    case .words(let words): return "\(none) -a \(list(words))"
    case .pairs(let words, let others):
      let pairs = words.flatMap { word in (others.isEmpty ? [""] : others).map { "\(word)=\($0)" } }
      return "\(none) -a \(list(pairs))"
    case .wordsOfFiles(let words): return "-r -F -a \(list(words))"
    }
  }

  private static func list(_ words: [String]) -> String { quoted(words.joined(separator: " ")) }

  private static func quoted(_ text: String) -> String { CompletionShell.fish.quoted(text) }
}
