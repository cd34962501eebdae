/// The completion script for zsh: a file of `$fpath`, or a file to be sourced.
enum ZshCompletion {
  static var script: String {
    let commands = Command.all.map { command in
      quoted("\(escaped(command.name, ":")):\(command.summary)")
    }
    return """
      #compdef contractcheck
      # Completion of contractcheck for zsh, printed by: contractcheck completions zsh
      _contractcheck() {
        local context state state_descr line command
        typeset -A opt_args
        if (( CURRENT == 2 )); then
          if [[ $words[2] == -* ]]; then
            compadd -- --help --version
            return
          fi
          local -a commands
          commands=(
            \(commands.joined(separator: "\n      "))
          )
          _describe -t commands command commands
          _files
          return
        fi
        command=$words[2]
        case $command in
        \(Command.all.map(\.name).joined(separator: "|")))
          shift words
          (( CURRENT-- )) ;;
        *) command=check ;;
        esac
        case $command in
      \(Command.all.map(branch).joined(separator: "\n"))
        esac
      }

      # Offers words with = behind them, and behind the = other words or files.
      _contractcheck_pairs() {
        if ! compset -P '*='; then
          compadd -S = -- ${=1}
        elif [[ -n $2 ]]; then
          compadd -- ${=2}
        fi
      }

      _contractcheck_reports() {
        if compset -P '*='; then _files; else compadd -- ${=1}; fi
      }

      if [[ $funcstack[1] == _contractcheck ]]; then
        _contractcheck "$@"
      else
        compdef _contractcheck contractcheck
      fi

      """
  }

  private static func branch(_ command: Command) -> String {
    let options = (command.options + Command.common).map(specification)
    let operands = command.offered == .nothing ? [] : [quoted("*: :" + action(command.offered))]
    return """
        \(command.name))
          _arguments -s -S : \\
            \((options + operands).joined(separator: " \\\n      ")) ;;
      """
  }

  /// Returns a specification such as `'*'{-c,--contracts=}'[where contracts are]:PATH:_files'`.
  private static func specification(_ option: OptionDeclaration) -> String {
    let mark = option.value == nil ? "" : "="
    let names = option.short.map { "{-\($0),--\(option.name)\(mark)}" } ?? "--\(option.name)\(mark)"
    let summary = "[\(escaped(option.summary, "[]:"))]"
    let value = option.value.map { ":\(escaped($0, ":")):\(action(option.completion))" } ?? ""
    return "'*'\(names)\(quoted(summary + value))"
  }

  /// Returns the action for a value. After a space, zsh passes only the written arguments to a
  /// function.
  private static func action(_ completion: WordCompletion) -> String {
    switch completion {
    case .nothing: " "
    case .files: "_files"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .pairs(let words, let others):
      " _contractcheck_pairs \(quoted(words.joined(separator: " "))) "
        + quoted(others.joined(separator: " "))
    case .wordsOfFiles(let words): " _contractcheck_reports \(quoted(words.joined(separator: " ")))"
    }
  }

  private static func quoted(_ text: String) -> String { CompletionShell.zsh.quoted(text) }

  /// Returns the text with a backslash before each backslash, and before the characters that
  /// separate a specification.
  private static func escaped(_ text: String, _ marks: String) -> String {
    text.map { $0 == "\\" || marks.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
