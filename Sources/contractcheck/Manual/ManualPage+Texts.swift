import ContractModel

// The texts of the manual page that are in no command's table.

extension ManualPage {
  struct Entry {
    var name: String
    var meaning: String
  }

  static let description = """
    A contract is a file, NAME\(Contract.fileSuffix), that says which key paths of a JSON response \
    become which properties. contractcheck checks contracts, runs the examples in them, makes up \
    payloads from them, and holds captures of production payloads against them. An INPUT alone is \
    an INPUT of check.
    """

  static let files = [
    Entry(name: "*\(Contract.fileSuffix)", meaning: "contracts"),
    Entry(
      name: ConfigurationFile.name,
      meaning: """
        options of check, by their names without dashes, and as "inputs" what bare bodies in files \
        with certain names are; looked for in the working folder and in those above it
        """),
    Entry(name: "Fixtures/captures", meaning: "what check checks if no INPUT is named"),
    Entry(name: "Fixtures/regressions", meaning: "saved failures that every checkout replays"),
    Entry(name: ".contractcheck/failures", meaning: "failures that tests have saved"),
  ]

  static let variables = [
    Entry(
      name: "CONTRACTCHECK_NAME",
      meaning: """
        the option --name of check and merge, such as CONTRACTCHECK_FAIL_ON for --fail-on; the \
        command line comes before it, the file after it; of an option without a value, true or \
        false (also yes, on, 1, and no, off, 0)
        """),
    Entry(name: "CONTRACTCHECK_COLOR", meaning: "--color of every command"),
    Entry(name: "NO_COLOR", meaning: "if it is not empty, nothing is colored by itself"),
    Entry(
      name: "CLICOLOR_FORCE",
      meaning: "if it is neither empty nor 0, reports are colored though no terminal shows them"),
    Entry(name: "TERM", meaning: "dumb: no colors by themselves, and no progress"),
    Entry(name: "CI", meaning: "if it is set, no progress is shown"),
    Entry(
      name: "GITHUB_ACTIONS",
      meaning: "true: check reports with annotations of the workflow, too"),
    Entry(
      name: "GITHUB_STEP_SUMMARY", meaning: "the file that the report github adds a page to"),
    Entry(
      name: "GITHUB_WORKSPACE",
      meaning: "the folder that reports for programs name files relative to"),
  ]

  static let examples = [
    Entry(name: "contractcheck lint", meaning: "Checks all contracts below the package's folder."),
    Entry(
      name: "contractcheck check Captures -c Contracts --fail-on warning",
      meaning: "Checks a folder of captures, and fails if there is a warning."),
    Entry(
      name: "curl https://api.example.com/users | contractcheck check - --as '[User]'",
      meaning: "Checks a body on standard input."),
    Entry(
      name: "contractcheck check year.ndjson --report junit=junit.xml --report human",
      meaning: "Writes a report for a build server besides the one for people."),
    Entry(
      name: "contractcheck check year.ndjson --shard 1/4 --partial 1.part",
      meaning: "Checks a quarter of a capture; contractcheck merge *.part reports all of it."),
    Entry(
      name: "contractcheck map user.json --as 'user: User'",
      meaning: "Shows what a payload becomes, line by line of its contract."),
  ]
}
