import DiskReading
import Foundation
import JSONParsing

/// Returns the path of a file or folder for people, safe to display: relative if it is below the
/// working folder, otherwise absolute.
func shown(_ url: URL) -> String { displayed(shownPath(of: url)) }

/// Returns whether a relative path stays below the folder it starts from.
func staysInside(_ path: String) -> Bool {
  !path.isEmpty && !path.utf8.starts(with: "/".utf8)
    && !path.split(separator: "/").contains("..") && !path.utf8.contains(0)
}
