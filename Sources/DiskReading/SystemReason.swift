import Foundation
import JSONParsing

/// Describes errors of the operating system in words.
package enum SystemReason {
  /// Returns the meaning of an error number: `ENOSPC` is `there is no space left`.
  ///
  /// - Parameter code: An `errno` of POSIX.
  package static func text(_ code: Int32) -> String {
    words[code] ?? String(cString: strerror(code))
  }

  /// Returns the meaning of an error of the system or of Foundation; for other errors, their
  /// description.
  package static func text(_ error: any Error) -> String {
    if let code = code(error) { return text(code) }
    return isOfSystem(error) ? "the system does not say why" : "\(error)"
  }

  /// Whether an error is one of the system or of Foundation, whose descriptions are unhelpful.
  package static func isOfSystem(_ error: any Error) -> Bool {
    // `is NSError` would be true for every error on Apple's systems.
    error is CocoaError || error is POSIXError || type(of: error) is NSError.Type
  }

  /// Returns the error number of the system; `nil` if it is not known.
  package static func code(_ error: any Error) -> Int32? {
    if let failure = error as? WriteFailure { return failure.code }
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(truncatingIfNeeded: error.code) }
    guard error.domain == NSCocoaErrorDomain else { return nil }
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error
    return underlying.flatMap(code) ?? cocoaCodes[CocoaError.Code(rawValue: error.code)]
  }

  /// Returns a sentence with the file, the failed action, and the reason.
  ///
  /// - Parameter error: An error of the system or of Foundation.
  package static func sentence(_ error: any Error) -> String {
    let details = error as NSError
    let url = details.userInfo[NSURLErrorKey] as? URL
    let path = details.userInfo[NSFilePathErrorKey] as? String ?? url?.path
    // Foundation's codes of reading; all other codes of files are of writing.
    let isOfReading = 256..<512 ~= details.code
    let verb = details.domain != NSCocoaErrorDomain ? "used" : isOfReading ? "read" : "written"
    return "\(path.map(displayed) ?? "a file") cannot be \(verb): \(text(error))"
  }

  /// The texts of some codes. For other codes, the system's texts are good enough.
  private static let words: [Int32: String] = [
    EACCES: "there is no permission", EBADF: "it is closed", EPERM: "there is no permission",
    EEXIST: "there is something else with that name", EFBIG: "it would be too large",
    EIO: "the device does not answer", EISDIR: "it is a folder",
    ELOOP: "it is a link that leads to itself", EMFILE: "too many files are open",
    ENAMETOOLONG: "the name is too long", ENFILE: "too many files are open",
    ENOENT: "no such file or folder", ENOSPC: "there is no space left",
    ENOTDIR: "a part of the path is no folder", EROFS: "the file system can only be read",
    ETIMEDOUT: "nobody reads it",
  ]

  private static let cocoaCodes: [CocoaError.Code: Int32] = [
    .fileNoSuchFile: ENOENT, .fileReadNoSuchFile: ENOENT, .fileReadNoPermission: EACCES,
    .fileWriteNoPermission: EACCES, .fileWriteOutOfSpace: ENOSPC, .fileWriteFileExists: EEXIST,
    .fileWriteVolumeReadOnly: EROFS, .fileReadInvalidFileName: ENAMETOOLONG,
    .fileWriteInvalidFileName: ENAMETOOLONG,
  ]
}
