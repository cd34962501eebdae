/// Something that captures are read from.
package struct CaptureInput: Sendable, Equatable {
  package enum Source: Sendable, Equatable {
    /// A file, by its path.
    case file(String)
    case standardInput
    /// A pipe, by its path: what a shell makes of `<(command)`.
    case pipe(String)
  }

  /// The input's name in reports: as the user wrote it.
  package var name: String
  package var source: Source

  package init(file path: String) {
    name = path
    source = .file(path)
  }

  /// - Parameter name: `nil`, if none is given.
  package init(standardInputNamed name: String?) {
    self.name = name ?? "(standard input)"
    source = .standardInput
  }

  package static let standardInput = CaptureInput(standardInputNamed: nil)

  /// Whether a path is that of a pipe which is open, as a shell makes of `<(command)`. Another pipe may
  /// wait for its writer for ever.
  package static func isOpenPipe(_ path: String) -> Bool {
    path.hasPrefix("/dev/fd/") && System.isPipe(path)
  }

  init(pipe path: String) {
    name = path
    source = .pipe(path)
  }

  /// Whether it can be read once, and in order: it is no file.
  package var isStream: Bool { if case .file = source { false } else { true } }
}

extension CaptureInput {
  /// The format by the end of the name; `.gz` after it does not count.
  var namedFormat: CaptureFormat? {
    let name = name.withoutPackedEnding
    if name.hasEnding(".ndjson") || name.hasEnding(".jsonl") { return .ndjson }
    return name.hasEnding(".har") ? .har : nil
  }

  /// The bytes of the input.
  ///
  /// - Parameters:
  ///   - range: Those of a file that are wanted; `nil`: all.
  ///   - byteCount: How many it had a while ago; 0, if nobody looked.
  ///   - isStopped: Whether what has not come yet is not waited for any more.
  ///   - onRead: Gets how many bytes were read, each time.
  func open(
    _ range: Range<Int>? = nil, byteCount: Int = 0,
    isStopped: @escaping @Sendable () -> Bool = { false },
    onRead: (@Sendable (Int) -> Void)? = nil
  ) throws(ReadFailure) -> any ByteSource {
    let bytes =
      switch source {
      case .file(let path): try FileSource(path: path, range: range, byteCount: byteCount)
      case .standardInput: FileSource(descriptor: 0, isStopped: isStopped)
      case .pipe(let path): FileSource(descriptor: try System.openPipe(path), isStopped: isStopped)
      }
    bytes.onRead = onRead
    return bytes
  }
}
