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

  private static func bytes(of file: String) throws -> [UInt8] {
    if file == "-" { return try PayloadFile.standardInput }
    if CaptureInput.isOpenPipe(file) { return try RegularFile.bytes(ofPipe: file) }
    return [UInt8](try Data(contentsOf: URL(filePath: file)))
  }
}
