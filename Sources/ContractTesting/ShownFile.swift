import DiskReading
import Foundation
import JSONParsing

/// Returns how a file or folder is named to the reader, safe to display: from the working folder,
/// if it is below, else in full.
func shown(_ url: URL) -> String { displayed(shownPath(of: url)) }

/// Returns whether a relative path stays below the folder it starts from.
func staysInside(_ path: String) -> Bool {
  !path.isEmpty && !path.utf8.starts(with: "/".utf8)
    && !path.split(separator: "/").contains("..") && !path.utf8.contains(0)
}

/// Returns the names of what is in a folder, in the order of their bytes; none, if it cannot be
/// listed.
func names(in folder: URL) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
