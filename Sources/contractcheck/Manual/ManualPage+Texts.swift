import ContractModel

// The texts of the manual page that are in no command's table.

extension ManualPage {
  static let description = """
    A contract is a file, NAME\(Contract.fileSuffix), that says which key paths of a JSON response \
    become which properties. contractcheck checks contracts, runs the examples in them, generates \
    payloads from them, and checks captures of production payloads with them. An INPUT alone is \
    an INPUT of check.
    """

  static let files: KeyValuePairs = [
    "*\(Contract.fileSuffix)": "contracts",
    ConfigurationFile.name: """
    options of check, by their names without dashes, and as "inputs" what bare bodies in files \
    with certain names are; looked for in the working folder and in those above it
    """,
    "Fixtures/captures": "what check checks if no INPUT is named",
    "Fixtures/regressions": "saved failures that every checkout replays",
    ".contractcheck/failures": "failures that tests have saved",
  ]

  static let variables: KeyValuePairs = [
    "CONTRACTCHECK_NAME": """
    the option --name of check and merge, such as CONTRACTCHECK_FAIL_ON for --fail-on; the \
    command line comes before it, the file after it; of an option without a value, true or \
    false (also yes, on, 1, and no, off, 0)
    """,
    "CONTRACTCHECK_COLOR": "--color of every command",
    "NO_COLOR": "if it is not empty, nothing is colored by itself",
    "CLICOLOR_FORCE":
      "if it is neither empty nor 0, reports are colored though no terminal shows them",
    "TERM": "dumb: no colors by themselves, and no progress",
    "CI": "if it is set, no progress is shown",
    "GITHUB_ACTIONS": "true: check reports with annotations of the workflow, too",
    "GITHUB_STEP_SUMMARY": "the file that the report github adds a page to",
    "GITHUB_WORKSPACE": "the folder that reports for programs name files relative to",
  ]

  static let examples: KeyValuePairs = [
    "contractcheck lint": "Checks all contracts below the package's folder.",
    "contractcheck check Captures -c Contracts --fail-on warning":
      "Checks a folder of captures, and fails if there is a warning.",
    "curl https://api.example.com/users | contractcheck check - --as '[User]'":
      "Checks a body on standard input.",
    "contractcheck check year.ndjson --report junit=junit.xml --report human":
      "Writes a report for a build server besides the one for people.",
    "contractcheck check year.ndjson --shard 1/4 --partial 1.part":
      "Checks a quarter of a capture; contractcheck merge *.part reports all of it.",
    "contractcheck map user.json --as 'user: User'":
      "Shows what a payload becomes, line by line of its contract.",
  ]
}
