/// The completion script for bash 3.2 and later.
///
/// The offered words depend only on the command line, so the script runs no program.
enum BashCompletion {
  static var script: String {
    """
    # Completion of contractcheck for bash, printed by: contractcheck completions bash
    _contractcheck() {
      local words=() index count current option= value= prefix= command=
      local kind= offered= behind= options= operands= names=
      # bash cuts words at = and : too; here, what stands around them is one word.
      for ((index = 0; index <= COMP_CWORD; index++)); do
        current=${COMP_WORDS[index]}
        count=${#words[@]}
        if ((count > 1)) && [[ $current == [=:]* || ${words[count - 1]} == *[=:] ]]; then
          words[count - 1]+=$current
        else
          words+=("$current")
        fi
      done
      count=${#words[@]}
      current=${words[count - 1]}
      [[ $current == -*=* ]] && option=${current%%=*} prefix=${current%%=*}=
      [[ $current != -*=* ]] && ((count > 2)) && option=${words[count - 2]}
      value=${current#"$prefix"}
      command=${words[1]}
      ((count == 2)) && command=
      for ((index = 1; index < count - 1; index++)); do
        [[ ${words[index]} == -- ]] && names=none option=
      done
      case $command in
      '')
        options=\(word(["--help", "--version"])) operands=words
        offered=\(word(Command.all.map(\.name))) kind=first option= ;;
    \(Command.all.filter { $0.name != Command.check.name }.map { branch($0.name, $0) }
      .joined(separator: "\n"))
    \(branch("*", .check))
      esac
      COMPREPLY=()
      if [[ -n $option && -n $kind ]]; then
        _contractcheck_offer "$kind" "$offered" "$behind"
      elif [[ $current == -* && -z $names ]]; then
        prefix= value=$current
        _contractcheck_offer words "$options"
      else
        prefix= value=$current
        _contractcheck_offer "$operands" "$offered"
        [[ $kind == first ]] && _contractcheck_offer files
      fi
      # Only what stands behind the last = or : is replaced.
      local breaks=
      [[ $COMP_WORDBREAKS == *=* ]] && breaks+==
      [[ $COMP_WORDBREAKS == *:* ]] && breaks+=:
      if [[ -n $breaks && ${#COMPREPLY[@]} -gt 0 ]]; then
        value=${current##*[$breaks]}
        COMPREPLY=("${COMPREPLY[@]#"${current%"$value"}"}")
      fi
    }

    # Offers words or files for $value, behind $prefix; words=files, if a word has = and a file behind
    # it, and words=words, if it has = and one of other words.
    _contractcheck_offer() {
      local word kind=$1 offered=$2
      if [[ $kind == words=* && $value == *=* ]]; then
        prefix+=${value%%=*}= value=${value#*=} kind=${kind#words=} offered=$3
      elif [[ $kind == words=words ]]; then
        offered=${offered// /= }= kind=words
        compopt -o nospace 2> /dev/null
      elif [[ $kind == words=files ]]; then
        kind=words
      fi
      local action=(-W "$offered")
      if [[ $kind == files ]]; then
        action=(-f)
        value=${value#[\\"\\']}
        compopt -o filenames 2> /dev/null
      fi
      [[ $kind == nothing ]] && return
      while IFS= read -r word; do
        COMPREPLY+=("$prefix$word")
      done < <(compgen "${action[@]}" -- "$value")
    }

    complete -F _contractcheck contractcheck

    """
  }

  /// Returns the script's branch for a command, with its options, their values, and its operands.
  private static func branch(_ pattern: String, _ command: Command) -> String {
    let options = command.options + Command.common
    let valued = options.filter { $0.value != nil }.map { option in
      "    \(option.spellings.joined(separator: " | "))) \(assignments(option.completion)) ;;"
    }
    let (kind, offered, _) = parts(command.offered)
    return """
        \(pattern))
          options=\(word(options.map(\.spellings[0]) + options.flatMap { $0.spellings.dropFirst() }))
          case $option in
      \(valued.joined(separator: "\n"))
          *) operands=\(kind) offered=\(word(offered)) ;;
          esac ;;
      """
  }

  private static func assignments(_ completion: WordCompletion) -> String {
    let (kind, offered, behind) = parts(completion)
    return "kind=\(kind)" + (offered.isEmpty ? "" : " offered=\(word(offered))")
      + (behind.isEmpty ? "" : " behind=\(word(behind))")
  }

  private static func parts(
    _ completion: WordCompletion
  ) -> (kind: String, offered: [String], behind: [String]) {
    switch completion {
    case .nothing: ("nothing", [], [])
    case .files: ("files", [], [])
    case .words(let words): ("words", words, [])
    case .pairs(let words, let others): ("words=words", words, others)
    case .wordsOfFiles(let words): ("words=files", words, [])
    }
  }

  private static func word(_ words: [String]) -> String {
    CompletionShell.bash.quoted(words.joined(separator: " "))
  }
}
