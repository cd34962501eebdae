import CaptureChecking
import CaptureSources
import DiskReading
import Foundation
import JSONParsing

extension CheckPart {
  /// Returns the parts in files, in order; `-` is standard input.
  static func parts(inFiles files: [String]) throws(PartError) -> [CheckPart] {
    var parts: [CheckPart] = []
    for file in files {
      let text: [UInt8]
      do {
        text = try bytes(of: file)
      } catch {
        throw PartError(displayed(file), "cannot be read: \(SystemReason.text(error))")
      }
      parts += try CheckPart.parts(in: text, of: file)
    }
    return parts
  }

  /// Writes a part to a file; `-`: to standard output.
  static func write(
    _ part: [UInt8], to file: String, problemCount: Int, _ console: Console
  ) throws(WriteFailure) {
    guard file != "-" else {
      try console.print(String(decoding: part, as: UTF8.self), terminator: "")
      return
    }
    try ReportFile(file).write(part)
    guard problemCount > 0 else { return }
    console.problem("\(counted(problemCount, "problem")) with the inputs, which merge reports")
  }

  private static func bytes(of file: String) throws -> [UInt8] {
    if file == "-" { return try PayloadFile.standardInput }
    if CaptureInput.isOpenPipe(file) { return try RegularFile.bytes(ofPipe: file) }
    return [UInt8](try Data(contentsOf: URL(filePath: file)))
  }
}
