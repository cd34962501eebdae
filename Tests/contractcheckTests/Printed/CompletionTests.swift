import ContractModel
import Foundation
import TestSupport
import Testing

@testable import contractcheck

/// A shell on this machine, with the script that completes the command line.
private struct Shell {
  static let absence: Comment = "the shell is not installed"
  let shell: CompletionShell

  /// Returns the shell's output of a script, in a folder with files.
  func answer(_ script: String) async throws -> String {
    let files = [
      "completion": shell.script, "script": script, "ab.json": "", "a b.json": "", "aa/c.json": "",
      "other": "",
    ]
    var answer = ""
    try await withFolder(files) { folder in
      answer = try await BuiltCommand.run(
        "cd '\(folder)'; \(shell.rawValue) \(shell == .zsh ? "-f " : "")./script",
        environment: ["PATH": Programs.path, "HOME": folder, "TERM": "xterm"]
      ).output
    }
    return answer
  }

  static func has(_ shell: CompletionShell) -> Bool { Programs.has(shell.rawValue) }
}

/// An incomplete command line, and the offers for its last word.
struct CompletedLine: Sendable, CustomTestStringConvertible {
  var words: [String]
  var offers: [String]

  init(_ words: String..., offers: [String]) { (self.words, self.offers) = (words, offers) }

  var testDescription: String { words.joined(separator: " ") }

  /// Lines that all shells complete alike.
  static let all = [
    CompletedLine("l", offers: ["lint"]),
    CompletedLine("i", offers: ["import", "infer"]),
    CompletedLine("m", offers: ["man", "map", "merge", "mutate"]),
    CompletedLine("check", "--fai", offers: ["--fail-on"]),
    CompletedLine("check", "--fail-on", "", offers: ["error", "never", "warning"]),
    CompletedLine("check", "--format", "a", offers: ["auto"]),
    CompletedLine("check", "--color", "al", offers: ["always"]),
    CompletedLine("check", "--report", "j", offers: ["json", "junit"]),
    CompletedLine("check", "--host", "x", offers: []),
    CompletedLine("check", "-c", "a", offers: ["a b.json", "aa", "ab.json"]),
    CompletedLine("check", "-q", "a", offers: ["a b.json", "aa", "ab.json"]),
    CompletedLine("aa", "--fail-on", "w", offers: ["warning"]),
    CompletedLine("lint", "--report", "s", offers: ["short"]),
    CompletedLine("explain", "too", offers: ["too-big", "too-deep"]),
    CompletedLine("completions", "", offers: ["bash", "fish", "zsh"]),
    CompletedLine("schema", "", offers: ["contract", "report"]),
    CompletedLine("promote", "a", offers: []),
    CompletedLine("merge", "o", offers: ["other"]),
  ]
}

@Suite("The printed scripts make shells complete the command line")
struct CompletionTests {
  // MARK: - bash

  /// Returns the words that bash offers for the last one of `words`, which are split as by bash.
  private func bash(
    _ words: [String], breaks: String = #" \t\n"'><=;|&(:"#
  ) async throws -> [String] {
    let list = words.map { CompletionShell.bash.quoted($0) }.joined(separator: " ")
    let answer = try await Shell(shell: .bash).answer(
      """
      source ./completion
      complete -p contractcheck > /dev/null || echo "nothing is registered"
      COMP_WORDBREAKS=$\(CompletionShell.bash.quoted(breaks).replacing(#"'\''"#, with: #"\'"#))
      COMP_WORDS=(contractcheck \(list)) COMP_CWORD=\(words.count)
      _contractcheck
      ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
      """)
    return answer.split(separator: "\n").map(String.init).sorted()
  }

  @Test(
    "bash completes commands, options, their values, rules and files",
    .enabled(if: Shell.has(.bash), Shell.absence), arguments: CompletedLine.all)
  func bash(line: CompletedLine) async throws {
    #expect(try await bash(line.words) == line.offers)
  }

  @Test(
    "bash completes the word after =",
    .enabled(if: Shell.has(.bash), Shell.absence),
    arguments: [
      CompletedLine("check", "--format", "=", "h", offers: ["har"]),
      CompletedLine("check", "--format", "=", offers: CheckedFormats.all),
      CompletedLine("check", "--rule", "missing", offers: ["missing-key="]),
      CompletedLine("check", "--rule", "missing-key", "=", "w", offers: ["warning"]),
      CompletedLine("check", "--rule", "=", "missing-key", "=", "w", offers: ["warning"]),
      CompletedLine("check", "--tolerate", "too-d", offers: ["too-deep="]),
      CompletedLine("check", "--tolerate", "too-deep", "=", offers: []),
      CompletedLine("check", "--report", "json", "=", "a", offers: ["a b.json", "aa", "ab.json"]),
      CompletedLine("check", "--report", "=", "json", "=", "o", offers: ["other"]),
      CompletedLine("check", "--", "--fail", offers: []),
      CompletedLine("check", "--", "o", offers: ["other"]),
      CompletedLine("check", "\"a b", offers: ["a b.json"]),
    ])
  func wordBreaks(line: CompletedLine) async throws {
    #expect(try await bash(line.words) == line.offers)
  }

  @Test(
    "bash completes the whole word where = is part of it",
    .enabled(if: Shell.has(.bash), Shell.absence))
  func wholeWords() async throws {
    let breaks = #" \t\n"'><;|&("#
    #expect(try await bash(["check", "--format=h"], breaks: breaks) == ["--format=har"])
    #expect(
      try await bash(["check", "--rule=too-deep=w"], breaks: breaks) == ["--rule=too-deep=warning"])
    #expect(try await bash(["check", "--report", "html=o"], breaks: breaks) == ["html=other"])
  }

  @Test(
    "bash offers every option of every command", .enabled(if: Shell.has(.bash), Shell.absence))
  func everyOption() async throws {
    for command in Command.all {
      let names = (command.options + Command.common).map { "--\($0.name)" }
      #expect(try await bash([command.name, "--"]) == names.sorted())
    }
    let first = Command.all.map(\.name) + ["a b.json", "aa", "ab.json", "completion", "other"]
    #expect(try await bash([""]) == (first + ["script"]).sorted())
    #expect(try await bash(["--"]) == ["--help", "--version"])
  }

  // MARK: - fish and zsh

  @Test(
    "fish completes the same", .enabled(if: Shell.has(.fish), Shell.absence),
    arguments: CompletedLine.all)
  func fish(line: CompletedLine) async throws {
    let words = (["contractcheck"] + line.words).joined(separator: " ")
    let answer = try await Shell(shell: .fish).answer(
      "source ./completion\ncomplete -C \(CompletionShell.fish.quoted(words))")
    let offers = answer.split(separator: "\n").map { line in
      let word = line.prefix { $0 != "\t" }
      return String(word.hasSuffix("/") ? word.dropLast() : word)
    }
    #expect(offers.sorted() == line.offers)
  }

  @Test("fish shows what an option does", .enabled(if: Shell.has(.fish), Shell.absence))
  func fishSummaries() async throws {
    let answer = try await Shell(shell: .fish).answer(
      "source ./completion\ncomplete -C 'contractcheck check --'")
    let offers = Set(answer.split(separator: "\n").map(String.init))
    for option in Command.check.options + Command.common {
      #expect(offers.contains("--\(option.name)\t\(option.summary)"), "\(answer)")
    }
  }

  @Test(
    "zsh completes the same", .enabled(if: Shell.has(.zsh), Shell.absence),
    arguments: CompletedLine.all)
  func zsh(line: CompletedLine) async throws {
    let words = (["contractcheck"] + line.words).joined(separator: " ")
    let answer = try await Shell(shell: .zsh).answer(Self.zshScript(words))
    let offers = answer.split(whereSeparator: \.isNewline).map { offer in
      String(offer).replacing("\\ ", with: " ")
    }
    #expect(offers.sorted() == line.offers)
  }

  /// Completes a line in a pseudo terminal, and prints the words that zsh would show.
  private static func zshScript(_ line: String) -> String {
    #"""
    cat > setup <<'SETUP'
    PROMPT=
    autoload -U compinit; compinit -u -D
    source ./completion
    bindkey '^M' undefined
    bindkey '^J' undefined
    bindkey '^I' complete-word
    begin() print
    compprefuncs=(begin) comppostfuncs=(exit)
    zstyle ':completion:*' insert-tab false
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
      local found=()
      builtin compadd -A found "$@"
      print -rl -- "offered "$^found
    }
    print ready
    SETUP
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell source ./setup
    while zpty -r shell line; do [[ $line == ready* ]] && break; done
    zpty -w shell \#(CompletionShell.zsh.quoted(line))$'\t'
    while zpty -r shell line; do
      [[ $line == offered* ]] && print -r -- ${${line#offered }%$'\r\n'}
    done
    """#
  }

  @Test(
    "The scripts have no mistakes in their syntax",
    arguments: CompletionShell.allCases.filter(Shell.has))
  func syntax(shell: CompletionShell) async throws {
    try await withFolder(["completion": shell.script]) { folder in
      let result = try await BuiltCommand.run(
        "\(shell.rawValue) -n '\(folder)/completion'",
        environment: ["PATH": Programs.path])
      #expect(result.status == 0)
      #expect(result.output == "")
    }
  }

  // MARK: - The command

  @Test("Quoting preserves any text in the shell")
  func quoting() async throws {
    let texts = ["it's", "$HOME `id` $(id)", #"a\b\"#, #"\'"#, "a\nb", "", "''", "*?[a]~!#;&|"]
    for shell in CompletionShell.allCases where Shell.has(shell) {
      for text in texts {
        let answer = try await Shell(shell: shell).answer("printf '<%s>' \(shell.quoted(text))")
        #expect(answer == "<\(text)>", "\(shell)")
      }
    }
  }

  @Test("completions needs a shell that it knows")
  func usage() {
    #expect(CommandRun("completions", "bash").output == CompletionShell.bash.script)
    #expect(
      CommandRun("completions").errors == """
        contractcheck: completions needs a shell
          hint: one of bash, zsh, fish

        """)
    #expect(
      CommandRun("completions", "bsh").errors == """
        contractcheck: there are completions of bash, zsh, fish, not "bsh"
          hint: did you mean "bash"?

        """)
    #expect(CommandRun("completions", "csh").exitCode == .usage)
  }
}

private enum CheckedFormats {
  static let all = Command.check.options.first { $0.name == "format" }?.choices.sorted() ?? []
}
