/// Something that captures are read from.
package struct CaptureInput: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// A file, by its path.
    case file(String)
    case standardInput
  }

  /// The input's name in reports: as the user wrote it.
  package var name: String
  package var kind: Kind

  package init(file path: String) {
    name = path
    kind = .file(path)
  }

  private init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  package static let standardInput = CaptureInput(name: "(standard input)", kind: .standardInput)
}

extension CaptureInput {
  /// The format by the end of the name; `.gz` behind it does not count.
  var namedFormat: CaptureFormat? {
    let name = name.withoutPackedEnding.lowercased()
    if name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") { return .ndjson }
    return name.hasSuffix(".har") ? .har : nil
  }

  /// The bytes of the input.
  ///
  /// - Parameters:
  ///   - range: Those of a file that are wanted; `nil`: all.
  ///   - isStopped: Whether what has not come yet is not waited for any more.
  ///   - onRead: Gets how many bytes were read, each time.
  func open(
    _ range: Range<Int>? = nil, isStopped: @escaping @Sendable () -> Bool = { false },
    onRead: (@Sendable (Int) -> Void)? = nil
  ) throws(ReadFailure) -> any ByteSource {
    let source =
      switch kind {
      case .file(let path): try FileSource(path: path, range: range)
      case .standardInput: FileSource.standardInput(isStopped)
      }
    source.onRead = onRead
    return source
  }
}
