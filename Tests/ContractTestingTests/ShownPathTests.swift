import DiskReading
import Foundation
import Testing

@Suite("A file is named from the working folder")
struct ShownPathTests {
  @Test("Both paths may have any spelling")
  func spellings() {
    let here = "/sources/app"
    for folder in [here, "/sources/app/", "/sources/lib/../app", "/sources/./app"] {
      #expect(shownPath(of: URL(filePath: "/sources/app/a/b.json"), from: folder) == "a/b.json")
      #expect(shownPath(of: URL(filePath: "/sources/x/../app/b.json"), from: folder) == "b.json")
      #expect(shownPath(of: URL(filePath: here, directoryHint: .isDirectory), from: folder) == ".")
      #expect(
        shownPath(of: URL(filePath: "/sources/application"), from: folder) == "/sources/application"
      )
    }
  }
}
