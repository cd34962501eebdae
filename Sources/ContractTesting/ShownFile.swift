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
