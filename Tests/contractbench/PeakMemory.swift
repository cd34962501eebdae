import Foundation

/// Returns the peak of the process's resident memory so far, in bytes.
func peakResidentByteCount() -> Int {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss  // bytes
  #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024  // kibibytes
  #endif
}
