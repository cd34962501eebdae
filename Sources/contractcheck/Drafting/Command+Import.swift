import ContractDrafting
import ContractModel
import Foundation
import JSONParsing

extension Command {
  static let `import` = Command(
    name: "import", summary: "draft a contract from an OpenAPI file", operands: "OPENAPI",
    details: """
      Prints a contract that says what OPENAPI says: a description of an API by OpenAPI 3.0 or 3.1, in
      JSON. It has endpoints with their statuses, what is sent to them, and a mapping for each schema of
      an object. A YAML file has to be converted before.

      Standard error lists what no contract says, each with its place: the draft then says less, and takes
      more payloads. Words that are for people, such as descriptions, and security are left out.
      References to other files are listed, and not followed.

      Rename nothing and strike nothing out where contractcheck diff --reads is to compare it with the
      contracts of an app. A file that exists is not replaced without --force.

      Exit codes: 4 if OPENAPI cannot be read, or one of its references leads nowhere; 5 if it describes
      nothing.
      """.paragraphs, options: ImportOptions.init
  ) { options, operands, console in
    let file = try operands.only(
      or: "import needs one OpenAPI file", hint: "write contractcheck import openapi.json")
    let name = PayloadFile.shownName(file)
    let draft: OpenAPIDraft
    do {
      draft = try OpenAPIDraft(try PayloadFile.bytes(file), path: name)
    } catch let failure as ContractErrors {
      console.error(failure.description)
      return .unreadableInput
    }
    let broken = draft.notes.filter { $0.severity == .error }
    for note in broken.isEmpty ? draft.notes : broken { console.error(note.description) }
    guard broken.isEmpty else { return .unreadableInput }
    guard draft.endpointCount + draft.requestCount + draft.mappingCount > 0 else {
      console.problem("\(displayed(name)) describes no path and no schema")
      return .nothingChecked
    }
    try ReportFile.write(draft: draft.text, to: options.output, isForced: options.isForced, console)
    let counts = [
      counted(draft.endpointCount, "endpoint"), counted(draft.requestCount, "request"),
      counted(draft.mappingCount, "mapping"),
    ]
    let unsaid =
      draft.notes.isEmpty
      ? "" : "; \(counted(draft.notes.count, "place")) where no contract says as much"
    console.error("\(displayed(options.output ?? name)): \(listed(counts))\(unsaid)")
    for mistake in draft.mistakes { console.problem("the draft is wrong at \(mistake)") }
    return draft.mistakes.isEmpty ? .success : .invalidContract
  }
}

struct ImportOptions: CommandOptions {
  let output: String?
  let isForced: Bool

  init(_ options: inout OptionReader) throws(UsageError) {
    output = try options.last(
      OptionDeclaration(
        "output", "FILE", "the file that the draft goes to (default: standard output)", short: "o"),
      .text)
    isForced = try CaptureOptions.isForced(&options)
  }
}
