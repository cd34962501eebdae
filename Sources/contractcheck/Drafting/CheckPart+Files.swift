import CaptureChecking
import DiskReading
import Foundation
import JSONParsing

extension CheckPart {
  /// The parts in files, in their order; `-` is standard input.
  static func parts(inFiles files: [String]) throws(PartError) -> [CheckPart] {
    var parts: [CheckPart] = []
    for file in files {
      let text: [UInt8]
      do {
        text =
          file == "-"
          ? try PayloadFile.standardInput : [UInt8](try Data(contentsOf: URL(filePath: file)))
      } catch {
        throw PartError(displayed(file), "cannot be read: \(SystemReason.text(error))")
      }
      parts += try CheckPart.parts(in: text, of: file)
    }
    return parts
  }
}
