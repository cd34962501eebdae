import DiskReading
import Foundation
import Testing

@Suite("A file is named from the working folder")
struct ShownPathTests {
  @Test("However either of the two is spelled")
  func spellings() {
    let here = "/work/app"
    for folder in [here, "/work/app/", "/work/lib/../app", "/work/./app"] {
      #expect(shownPath(of: URL(filePath: "/work/app/a/b.json"), from: folder) == "a/b.json")
      #expect(shownPath(of: URL(filePath: "/work/x/../app/b.json"), from: folder) == "b.json")
      #expect(shownPath(of: URL(filePath: here, directoryHint: .isDirectory), from: folder) == ".")
      #expect(
        shownPath(of: URL(filePath: "/work/application"), from: folder) == "/work/application")
    }
  }
}
