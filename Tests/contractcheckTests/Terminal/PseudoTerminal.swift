import Foundation
import JSONParsing

/// A terminal that a test sits before: it gets what programs write to it.
final class PseudoTerminal: Sendable {
  private let main: Int32
  private let written = Mutex("")
  private let ended = Mutex(false)

  /// A stream for a program; closed with `detach`.
  let handle: FileHandle

  /// - Parameter width: In columns.
  /// - Returns: `nil`, if the system has none to give.
  init?(width: Int) {
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard main >= 0, let name = Self.name(ofOther: main) else { return nil }
    let descriptor = open(name, O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    var size = winsize(ws_row: 24, ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    Thread.detachNewThread { [self] in read() }
  }

  /// The path of the side that programs have, which may be opened from now on.
  private static func name(ofOther main: Int32) -> String? {
    #if canImport(Darwin)
      guard grantpt(main) == 0, unlockpt(main) == 0 else { return nil }
      return ptsname(main).map { String(cString: $0) }
    #else
      // Swift does not see the functions that C has for that; Linux does it by these requests.
      var (isLocked, number): (Int32, Int32) = (0, 0)
      guard ioctl(main, 0x4004_5431, &isLocked) == 0, ioctl(main, 0x8004_5430, &number) == 0
      else { return nil }
      return "/dev/pts/\(number)"
    #endif
  }

  /// All that was written so far.
  var text: String { written.withLock { $0 } }

  /// Waits until something was written.
  ///
  /// - Returns: Whether it was, within a minute.
  func waits(for part: String) -> Bool { waits { text.contains(part) } }

  /// Lets go of the terminal, which ends when the programs have, and returns all that was written.
  func end() -> String {
    close(handle.fileDescriptor)
    _ = waits { ended.withLock { $0 } }
    return text
  }

  private func waits(until isTrue: () -> Bool) -> Bool {
    for _ in 0..<6_000 {
      if isTrue() { return true }
      usleep(10_000)
    }
    return false
  }

  private func read() {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Foundation.read(main, &bytes, bytes.count)
      // When nobody has the terminal any more, there is an error, or an end.
      guard count > 0 else { break }
      all += bytes.prefix(count)
      let text = String(decoding: all, as: UTF8.self)
      written.withLock { $0 = text }
    }
    ended.withLock { $0 = true }
    close(main)
  }
}

/// The visible lines of what was written to a terminal.
struct Screen {
  private(set) var lines: [String] = [""]
  private var column = 0
  /// How long lines have been, before they were written over.
  private(set) var longest = 0

  /// - Parameter text: Characters, line ends, and the sequence that erases the rest of a line.
  init(_ text: String) {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n": lines.append("")
      case "\u{1b}":
        let sequence = rest.prefix { !("A"..."Z" ~= $0 || "a"..."z" ~= $0) }
        rest = rest.dropFirst(sequence.count + 1)
        erase()
      default: put(Character(scalar))
      }
    }
  }

  private mutating func erase() { lines[lines.count - 1] = String(last.prefix(column)) }

  private mutating func put(_ character: Character) {
    var line = Array(last)
    while line.count <= column { line.append(" ") }
    line[column] = character
    lines[lines.count - 1] = String(line)
    column += 1
    longest = max(longest, column)
  }

  private var last: String { lines[lines.count - 1] }
}
