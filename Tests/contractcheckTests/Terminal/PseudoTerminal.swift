import Foundation
import JSONParsing

/// A terminal for programs, whose text a test reads.
final class PseudoTerminal: Sendable {
  private let main: Int32
  private let written = Mutex("")
  private let ended = Mutex(false)

  /// The stream for a program; `detach` closes it.
  let handle: FileHandle

  /// - Parameter width: The width in columns.
  /// - Returns: `nil` if the system has no free terminal.
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

  /// Returns the path of the programs' side, and allows opening it.
  private static func name(ofOther main: Int32) -> String? {
    #if canImport(Darwin)
      guard grantpt(main) == 0, unlockpt(main) == 0 else { return nil }
      return ptsname(main).map { String(cString: $0) }
    #else
      // Swift does not import the C functions for this; on Linux, these requests do it.
      var (isLocked, number): (Int32, Int32) = (0, 0)
      guard ioctl(main, 0x4004_5431, &isLocked) == 0, ioctl(main, 0x8004_5430, &number) == 0
      else { return nil }
      return "/dev/pts/\(number)"
    #endif
  }

  /// The whole text so far.
  var text: String { written.withLock { $0 } }

  /// Waits until a text appears.
  ///
  /// - Returns: Whether the text appeared within a minute.
  func waits(for part: String) async -> Bool { await waits { text.contains(part) } }

  /// Closes the terminal, waits for the programs, and returns the whole text.
  func end() async -> String {
    close(handle.fileDescriptor)
    _ = await waits { ended.withLock { $0 } }
    return text
  }

  private func waits(until isTrue: () -> Bool) async -> Bool {
    for _ in 0..<6_000 {
      if isTrue() { return true }
      try? await Task.sleep(nanoseconds: 10_000_000)
    }
    return false
  }

  private func read() {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Foundation.read(main, &bytes, bytes.count)
      // After the last program closes the terminal, reading gives an error or the end.
      guard count > 0 else { break }
      all += bytes.prefix(count)
      let text = String(decoding: all, as: UTF8.self)
      written.withLock { $0 = text }
    }
    ended.withLock { $0 = true }
    close(main)
  }
}

/// The visible lines of a terminal's text.
struct Screen {
  private(set) var lines: [String] = [""]
  private var column = 0
  /// The largest width of a line before it was overwritten.
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
