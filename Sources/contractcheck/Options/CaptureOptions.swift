import CaptureSources
import Foundation
import GzipReading

/// The options of commands that read captures, each declared once.
enum CaptureOptions {
  static func target(_ options: inout OptionReader) throws(UsageError) -> String? {
    try options.last(
      "as", "TYPE", "what bare bodies are: [User], user: User, or an endpoint", .text, .counting)
  }

  static func format(_ options: inout OptionReader) throws(UsageError) -> CaptureFormat {
    try options.last(
      "format", "FORMAT", "what the inputs are (default auto)", .choice, .counting) ?? .auto
  }

  static func inputName(_ options: inout OptionReader) throws(UsageError) -> String? {
    try options.last(
      "input-name", "NAME", "the name of standard input, in reports and for its format",
      .init("a name that is not empty") { $0.isEmpty ? nil : $0 })
  }

  /// - Parameter inputs: The inputs; one of them has to be standard input if that has a name.
  static func agree(inputName: String?, _ inputs: [String]) throws(UsageError) {
    guard inputName != nil, !inputs.contains("-") else { return }
    throw UsageError(message: "--input-name goes with the INPUT -", hint: nil)
  }

  static func include(_ options: inout OptionReader) throws(UsageError) -> [String] {
    try options.all(
      "include", "GLOB", "files to read in folders, such as users/*.json; may be repeated", .text)
  }

  static func exclude(_ options: inout OptionReader) throws(UsageError) -> [String] {
    try options.all(
      "exclude", "GLOB", "files and folders to skip; may be repeated", .text)
  }

  static func limits(_ options: inout OptionReader) throws(UsageError) -> CaptureLimits {
    try options.last(
      "max-record", "SIZE", "how large a body, line or entry may be (default 64MiB)",
      .size, .counting
    ).map { CaptureLimits(maximumRecordByteCount: $0) } ?? CaptureLimits()
  }

  static func packing(_ options: inout OptionReader) throws(UsageError) -> InputPacking {
    try options.last(
      "max-ratio", "N", "how many times its size a gzip input may unpack to (default 200)",
      .number("a number from 1 to 1000000", in: 1...1_000_000), .counting
    ).map { .gzip(maximumRatio: $0) } ?? .gzip()
  }

  static func jobCount(_ options: inout OptionReader) throws(UsageError) -> Int {
    try options.last(
      "jobs", "N", "how many workers there are (default: one a core)",
      .number("a number from 1 to 1000", in: 1...1_000))
      ?? ProcessInfo.processInfo.activeProcessorCount
  }

  static func isForced(_ options: inout OptionReader) throws(UsageError) -> Bool {
    try options.isOn("force", "replace files that are there", .judging)
  }

  static func share(_ options: inout OptionReader) throws(UsageError) -> CaptureShare? {
    try options.last(
      "shard", "K/N",
      "check the K-th of N shares of the inputs: files, and segments of large ones",
      .init("K/N with K from 1 to N, such as 1/4") { CaptureShare($0) })
  }

  static func partial(_ options: inout OptionReader) throws(UsageError) -> String? {
    try options.last(
      "partial", "FILE",
      "write what was counted to a file for merge, - for standard output, and judge nothing",
      .text)
  }
}
