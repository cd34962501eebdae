import CaptureRedaction
import CaptureSources
import ContractModel
import DiskReading
import Foundation
import GzipReading
import JSONParsing

extension Command {
  static let redact = Command(
    name: "redact", summary: "write captures with other values, to be kept in a repository",
    operands: "INPUT...",
    details: """
      Writes each INPUT again with other values. NDJSON stays NDJSON and an archive an archive; gzip is
      unpacked, and of the records of a log exchanges are kept. OUT is a file, or, for several INPUTs
      or a folder, a folder that gets the names of the inputs. Of output of curl -i the last head is
      kept.

      Each value becomes another of its type, format and length: dates stay dates, identities
      identities, numbers keep their number of digits. Equal values stay equal, in all inputs of a run,
      also between a body and a path. null, true and false stay, and so does the value that tells one
      kind of object from another, such as that of type. A text keeps its white space and punctuation,
      a date its century and zone, a URL its scheme and the last part of its host. Keys that are words
      stay; others are data.

      Credentials in headers, cookies, queries and addresses are removed. A request keeps its host and
      the words of its path, but for those that a body of such a request gives an object as its name.
      Files are read twice to know these; standard input is not.

      With --contracts, literals and keys of contracts stay, and each parameter of a path is replaced.
      A value keeps the ranges, lengths, patterns and formats that it kept, and breaks those that it
      broke, so that a check finds the same in both captures. Of a pattern, what it says letter by
      letter stays. A value that no other is like stays, but never one that is sensitive; it is
      counted, and so is one that no longer keeps what it kept.

      The replacements are drawn anew in each run, from a key that is kept nowhere. With --seed they are
      the same in each run, and whoever knows the seed can test guesses. A value of few digits has few
      replacements, and how often a value occurs still shows: look at the result before you publish it.

      What check cannot read is named and left out: of a line stays an empty one, so that the others
      keep their numbers, and an archive ends before its mistake. A body that is not JSON becomes
      another that is not.

      Exit codes: 1 if a value no longer keeps what a contract asks of it; 4 if something could not be
      read.
      """.paragraphs, options: RedactOptions.init
  ) { options, operands, console in
    let run = try RedactRun(operands, options, console)
    guard !options.contracts.isEmpty else { return try run.run(nil) }
    let found = ContractSearch(options.contracts)
    let set = try usableContracts(found, console)
    return try run.run(set)
  }
}

struct RedactOptions: CommandOptions {
  let contracts: [String]
  let output: String?
  let format: CaptureFormat
  let seed: UInt64?
  let isForced: Bool

  init(_ options: inout OptionReader) throws(UsageError) {
    output = try options.last(
      OptionDeclaration(
        "output", "OUT", "the file or folder to write", short: "o", offered: .files), .text)
    contracts = try options.all(.contracts, .text)
    format = try CaptureOptions.format(&options)
    seed = try options.last(
      "seed", "S",
      "write the same in each run; who knows the number can test guesses of what was there",
      .number())
    isForced = try CaptureOptions.isForced(&options)
  }
}
