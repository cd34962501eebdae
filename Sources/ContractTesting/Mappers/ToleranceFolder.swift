import ContractModel
import DiskReading
import FaultTolerance
import Foundation
import JSONParsing

/// The folder that measured tolerances are written to: what mappers did with faults, one file for each
/// contract.
///
/// The environment variable `CONTRACTCHECK_TOLERANCE` names it. A file has what all tests of this process
/// have measured; one of an earlier run is replaced.
enum ToleranceFolder {
  static let variable = "CONTRACTCHECK_TOLERANCE"

  private static let measured = Mutex<[MemberName: MeasuredTolerance]>([:])

  /// The folder; `nil`, if nothing is to be measured.
  static var path: String? {
    let path = ProcessInfo.processInfo.environment[variable] ?? ""
    return path.isEmpty ? nil : path
  }

  /// Adds what was measured to the file of its contract.
  ///
  /// - Returns: Why it cannot be written; `nil`, if it is.
  static func add(_ tolerance: MeasuredTolerance, to folder: String) -> String? {
    measured.withLock { measured in
      var all = measured[tolerance.contract] ?? tolerance
      // Contracts of one name that say different things are not one.
      if all.digest.utf8.elementsEqual(tolerance.digest.utf8) {
        all.merge(tolerance)
      } else {
        all = tolerance
      }
      measured[tolerance.contract] = all
      let url = URL(filePath: folder, directoryHint: .isDirectory)
      do {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try ReplacingFile.write(
          all.bytes, to: url.appending(path: tolerance.contract.text + MeasuredTolerance.fileSuffix)
        )
        return nil
      } catch {
        return "the measured tolerance cannot be written to \(displayed(folder)): \(error)"
      }
    }
  }
}
