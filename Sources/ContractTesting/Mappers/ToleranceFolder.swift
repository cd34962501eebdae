import DiskReading
import FaultTolerance
import Foundation
import JSONParsing

/// The folder for measured tolerances: what mappers did with faults, one file for each contract.
///
/// The environment variable `CONTRACTCHECK_TOLERANCE` names the folder. A file has the measurements
/// of all tests of this process; a file of an earlier run is replaced.
enum ToleranceFolder {
  static let variable = "CONTRACTCHECK_TOLERANCE"

  private static let measured = Mutex<[MemberName: MeasuredTolerance]>([:])

  /// The path of the folder; `nil` if nothing is to be measured.
  static var path: String? {
    let path = ProcessInfo.processInfo.environment[variable] ?? ""
    return path.isEmpty ? nil : path
  }

  /// Adds a measurement to the file of its contract; returns `nil`, or why it cannot be written.
  static func add(_ tolerance: MeasuredTolerance, to folder: String) -> String? {
    measured.withLock { measured in
      var all = measured[tolerance.contract] ?? tolerance
      // Contracts with the same name and different contents are kept apart.
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
        let reason = displayed(SystemReason.text(error))
        return "the measured tolerance cannot be written to \(displayed(folder)): \(reason)"
      }
    }
  }
}
