import CaptureSources
import Foundation
import GzipReading

/// The options of commands that read captures, each declared once.
struct CaptureOptions {
  let format: CaptureFormat
  let inputName: String?
  let include: [String]
  let exclude: [String]
  private(set) var limits = CaptureLimits()
  private(set) var packing = InputPacking.gzip()
  private(set) var jobCount = 1
  /// The share of the inputs to read; `nil` for all inputs.
  private(set) var share: CaptureShare?

  /// Reads the options that say where captures are.
  ///
  /// - Parameter hasName: Whether standard input may have a name.
  init(_ options: inout OptionReader, hasName: Bool = true) throws(UsageError) {
    format = try Self.format(&options)
    inputName =
      hasName
      ? try options.last(
        "input-name", "NAME", "the name of standard input, in reports and for its format",
        .init("a name that is not empty") { $0.isEmpty ? nil : $0 }) : nil
    include = try options.all(
      "include", "GLOB", "files to read in folders, such as users/*.json; may be repeated", .text)
    exclude = try options.all(
      "exclude", "GLOB", "files and folders to skip; may be repeated", .text)
  }

  // Options that not all commands have, in the order of help.

  mutating func readLimits(_ options: inout OptionReader) throws(UsageError) {
    limits =
      try options.last(
        "max-record", "SIZE", "how large a body, line or entry may be (default 64MiB)",
        .size, .counting
      ).map { CaptureLimits(maximumRecordByteCount: $0) } ?? limits
  }

  mutating func readSharing(_ options: inout OptionReader) throws(UsageError) {
    packing =
      try options.last(
        "max-ratio", "N", "how many times its size a gzip input may unpack to (default 200)",
        .number("a number from 1 to 1000000", in: 1...1_000_000), .counting
      ).map { .gzip(maximumRatio: $0) } ?? packing
    jobCount = try options.last(
      "jobs", "N", "how many workers there are (default: one a core)",
      .number("a number from 1 to 1000", in: 1...1_000),
      or: ProcessInfo.processInfo.activeProcessorCount)
    share = try options.last(
      "shard", "K/N",
      "check the K-th of N shares of the inputs: files, and segments of large ones",
      .init("K/N with K from 1 to N, such as 1/4") { CaptureShare(rawValue: $0) })
  }

  /// Finds the inputs of operands, and plans how they are read.
  ///
  /// - Parameter known: The patterns of inputs that are read whatever their names end with.
  func reading(
    of operands: [String], known: [Glob] = [], _ maps: [CaptureReader.Map]
  ) -> (reading: CaptureReading, search: CaptureSearch) {
    let search = CaptureSearch(
      operands: operands, include: include, exclude: exclude, known: known + maps.map(\.pattern),
      format: format, inputName: inputName)
    var reading = CaptureReading(
      CapturePlan(
        search.inputs, format: format, limits: limits, packing: packing, share: share ?? .all,
        maps: maps))
    reading.jobCount = jobCount
    return (reading, search)
  }

  static func target(_ options: inout OptionReader) throws(UsageError) -> String? {
    try options.last(
      "as", "TYPE", "what bare bodies are: [User], user: User, or an endpoint", .text, .counting)
  }

  static func format(_ options: inout OptionReader) throws(UsageError) -> CaptureFormat {
    try options.last(
      "format", "FORMAT", "what the inputs are (default auto)", .choice, .counting, or: .auto)
  }

  /// - Parameter inputs: The inputs, which must include standard input if a name for it is given.
  func agree(with inputs: [String]) throws(UsageError) {
    guard inputName != nil, !inputs.contains("-") else { return }
    throw UsageError(message: "--input-name goes with the INPUT -")
  }

  static func isForced(_ options: inout OptionReader) throws(UsageError) -> Bool {
    try options.isOn("force", "replace files that are there", .judging)
  }

  static func partial(_ options: inout OptionReader) throws(UsageError) -> String? {
    try options.last(
      "partial", "FILE",
      "write what was counted to a file for merge, - for standard output, and judge nothing",
      .text)
  }
}
