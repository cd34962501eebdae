import CaptureChecking
import CaptureRedaction
import CaptureSources
import ContractModel
import DiskReading
import Foundation
import GzipReading
import JSONParsing

extension Command {
  /// `contractcheck redact`: captures that may be kept in a repository.
  static let redact = Command(
    name: "redact", summary: "write captures with other values, to be kept in a repository",
    operands: "INPUT...", options: RedactOptions.options,
    details: [
      """
      Writes each INPUT again, as check reads them: NDJSON stays NDJSON, an archive an archive, what
      was packed with gzip is written unpacked. OUT is a file; if there is more than one INPUT, or a
      folder, it is a folder, with the names of the inputs in it. Of a response of curl -i the last
      head is kept; files that mappings of WireMock name are written as bodies, and keep their names.
      """,
      """
      Each value becomes another of its type, format and length: dates stay dates, identities
      identities, numbers whole or not and of as many digits. Equal values stay equal, in all inputs
      of a run, and so do an identity in a body and in a path; null, true and false stay, and so
      does the value that tells one kind of object from another, such as that of type. Of a text the
      white space and punctuation stay, of a date the century and the zone, of a URL the scheme and
      the last part of the host. Keys stay that are words; others are data.
      """,
      """
      Credentials in headers, cookies, queries and addresses are taken out. Of a request the host
      stays, and the words of its path, but for those that a body of such a request gives an object
      as its name. Files are read twice to know these; standard input is not.
      """,
      """
      With --contracts, literals and keys of contracts stay, and each parameter of a path is
      replaced. A check finds the same in both captures: where a range, a length or a pattern sees a
      difference, less of that value is replaced: the first digit of a number, the letters of a
      text, the year of a date or the host of a URL stay; if that does not help, all of it stays,
      but never what looks like a credential or is sensitive. If a record is judged otherwise all
      the same, that is said, and redact ends with 1.
      """,
      """
      What takes the place of what is drawn anew in each run and kept nowhere. With --seed it is the
      same in each run: who knows the seed can test guesses of what was there. A value of few digits
      is one of few, and how often it is there shows: look at what is written before it is
      published.
      """,
    ]
  ) { arguments, console in
    let options = try RedactOptions(arguments.given)
    let run = try RedactRun(arguments.operands, options, console)
    guard !options.contracts.isEmpty else { return try run.run(nil) }
    let found = ContractSearch(options.contracts)
    guard let set = try usableContracts(found, console) else {
      return found.paths.isEmpty ? .unreadableInput : .invalidContract
    }
    return try run.run(set)
  }
}

struct RedactOptions: CommandOptions {
  let contracts: [String]
  let output: String?
  let target: String?
  let format: CaptureFormat
  let seed: UInt64?
  let isForced: Bool

  init(_ options: inout OptionReader) throws(UsageError) {
    output = try options.last(
      OptionDeclaration(
        "output", "OUT", "the file or folder to write", short: "o", offered: .files), .text)
    contracts = try options.all(.contracts, .text)
    target = try CaptureOptions.target(&options)
    format = try CaptureOptions.format(&options)
    seed = try options.last(
      "seed", "S",
      "write the same in each run; who knows the number can test guesses of what was there",
      .number())
    isForced = try CaptureOptions.isForced(&options)
  }
}
