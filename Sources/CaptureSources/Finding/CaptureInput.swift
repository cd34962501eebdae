package struct CaptureInput: Sendable, Equatable {
  package enum Source: Sendable, Equatable {
    /// A file, by its path.
    case file(String)
    case standardInput
    /// A pipe, by its path: a shell makes one for `<(command)`.
    case pipe(String)
  }

  /// The input's name in reports, as the user wrote it.
  package var name: String
  package var source: Source

  package init(file path: String) {
    name = path
    source = .file(path)
  }

  /// - Parameter name: The name for reports; `nil`, if the user gave none.
  package init(standardInputNamed name: String?) {
    self.name = name ?? "(standard input)"
    source = .standardInput
  }

  package static let standardInput = CaptureInput(standardInputNamed: nil)

  /// Returns whether a path is that of an open pipe, such as a shell makes for `<(command)`. Any
  /// other pipe might wait for its writer forever.
  package static func isOpenPipe(_ path: String) -> Bool {
    path.hasPrefix("/dev/fd/") && System.isPipe(path)
  }

  init(pipe path: String) {
    name = path
    source = .pipe(path)
  }

  /// Whether the input is no file, so that it can be read only once and in order.
  package var isStream: Bool { if case .file = source { false } else { true } }
}

extension CaptureInput {
  /// The format according to the suffix of the name; a suffix `.gz` after it is ignored.
  var namedFormat: CaptureFormat? {
    let name = name.withoutPackedEnding
    if name.hasEnding(".ndjson") || name.hasEnding(".jsonl") { return .ndjson }
    return name.hasEnding(".har") ? .har : nil
  }

  /// - Parameters:
  ///   - range: The wanted bytes of a file; `nil` for all.
  ///   - byteCount: The size of the input when it was last examined; 0, if it was not.
  func open(
    _ range: Range<Int>? = nil, byteCount: Int = 0,
    isStopped: @escaping @Sendable () -> Bool = { false },
    onRead: (@Sendable (Int) -> Void)? = nil
  ) throws(ReadFailure) -> any ByteSource {
    let bytes =
      switch source {
      case .file(let path): try FileSource(path: path, range: range, byteCount: byteCount)
      case .standardInput: FileSource(descriptor: 0, isStopped: isStopped)
      case .pipe(let path):
        FileSource(descriptor: try System.openFile(path, isPipe: true), isStopped: isStopped)
      }
    bytes.onRead = onRead
    return bytes
  }
}
