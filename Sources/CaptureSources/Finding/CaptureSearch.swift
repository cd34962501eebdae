import JSONParsing

/// The inputs that a command line names: files, pipes, folders with all the files below them, and
/// `-` for standard input.
///
/// Inputs are in the order of the operands, and within a folder in the byte order of their names;
/// each input occurs once. In folders, names that start with a dot are skipped; so are contracts,
/// and files that are no captures by their names and contents, such as a licence or an image. Files
/// that mappings of WireMock name are also skipped, because they are read with the mappings.
package struct CaptureSearch {
  package private(set) var inputs: [CaptureInput] = []
  /// The files in folders that are not captures, in order.
  package private(set) var passedOver: [String] = []
  /// Missing operands, and files and folders that cannot be read.
  package private(set) var problems: [CaptureProblem] = []
  /// The paths without links of all inputs so far, so that each input is read once.
  private var realPaths: Set<PathBytes> = []
  /// Returns whether the user has declared that a file in a folder is a capture.
  private let isKnown: (String) -> Bool

  /// - Parameters:
  ///   - operands: Paths, and `-`.
  ///   - include: Patterns for files in folders; if there are any, a file must match one of them,
  ///     by its path below the operand. See `Glob` for the syntax.
  ///   - exclude: Patterns of files and folders that are skipped.
  ///   - known: Patterns of files that the user declares to be captures, by their whole paths.
  ///   - format: The format of the inputs; if it is stated, each file is an input.
  package init(
    operands: [String], include: [String] = [], exclude: [String] = [], known: [Glob] = [],
    format: CaptureFormat = .auto, inputName: String? = nil, takesBodyFiles: Bool = false
  ) {
    let filter = PathFilter(
      include: include.map { Glob($0) }, exclude: exclude.map { Glob($0) },
      takesBodyFiles: takesBodyFiles)
    isKnown = { path in
      format != .auto || !include.isEmpty || known.contains { $0.matchesCapture(at: path) }
    }
    for operand in operands {
      if operand == "-" {
        add(CaptureInput(standardInputNamed: inputName), realPath: operand)
      } else if CaptureInput.isOpenPipe(operand) {
        add(CaptureInput(pipe: operand), realPath: operand)
      } else {
        add(operand, filter, isOnly: operands.count == 1)
      }
    }
  }

  private mutating func add(_ operand: String, _ filter: PathFilter, isOnly: Bool) {
    guard let realPath = System.realPath(operand),
      let kind = System.kind(of: realPath)
    else { return problems.append(.unreadable(operand, System.lastFailure)) }
    switch kind {
    case .regular: add(CaptureInput(file: operand), realPath: realPath)
    case .folder:
      let walk = FolderWalk(of: realPath, shownAs: operand, filter)
      // In a single folder without links, no file is found twice.
      let mayMeetTwice = !isOnly || walk.hasFollowedLinks
      for file in walk.files where !mayMeetTwice || isNew(walk.realPath(of: file)) {
        let input = CaptureInput(file: file.path)
        if isKnown(file.path) || input.mayBeCapture {
          inputs.append(input)
        } else {
          passedOver.append(file.path)
        }
      }
      problems += walk.problems
    case .link, .other: problems.append(.unreadable(operand, .notRegular))
    }
  }

  /// - Parameter realPath: The absolute path, or `-`.
  private mutating func add(_ input: CaptureInput, realPath: String) {
    if isNew(realPath) { inputs.append(input) }
  }

  private mutating func isNew(_ realPath: String) -> Bool {
    realPaths.insert(PathBytes(realPath)).inserted
  }
}

extension CaptureSearch {
  /// The maximum number of skipped files that are named.
  private static let mostNamed = 3

  /// A message about the skipped files, safe to display; `nil`, if there are none.
  package var notice: String? {
    guard !passedOver.isEmpty else { return nil }
    let names = passedOver.prefix(Self.mostNamed).map { displayed($0) }
    let others = passedOver.count > Self.mostNamed ? ", …" : ""
    let files = counted(
      passedOver.count, "file passed over, which is no capture",
      "files passed over, which are no captures")
    return "\(files): " + names.joined(separator: ", ") + others
  }
}

extension CaptureInput {
  /// The number of bytes that are examined in a file whose name is not that of a capture.
  private static let lookedAtByteCount = 1 << 16

  /// Whether a file in a folder may be a capture, because of its name or its first bytes. A file
  /// that cannot be read may be a capture.
  fileprivate var mayBeCapture: Bool {
    let name = name.withoutPackedEnding
    guard !name.hasEnding(".contract.json") else { return false }
    let isNamed =
      name.hasEnding(".json") || name.hasEnding(".ndjson") || name.hasEnding(".jsonl")
      || name.hasEnding(".har")
    guard !isNamed, let source = try? open() else { return true }
    var text = ReadBuffer(
      byteCount: Self.lookedAtByteCount, recordByteLimit: Self.lookedAtByteCount)
    text.begin(source)
    while text.end < Self.lookedAtByteCount, text.fill() {}
    guard text.failure == nil, text.end > 0 else { return true }
    // A packed file: its content is examined when it is read.
    let marks = [[0x1f, 0x8b], ReadBuffer.zstdMark]
    if marks.contains(where: { text.bytes[..<text.end].starts(with: $0) }) { return true }
    text.skipByteOrderMark()
    guard let first = text.token() else { return true }
    let start = text.position
    text.position += 1
    switch (first, text.token()) {
    case (UInt8(ascii: "{"), UInt8(ascii: "\"")?), (UInt8(ascii: "{"), UInt8(ascii: "}")?),
      (UInt8(ascii: "["), UInt8(ascii: "{")?), (UInt8(ascii: "["), UInt8(ascii: "\"")?),
      (UInt8(ascii: "["), UInt8(ascii: "]")?):
      return true
    case (UInt8(ascii: "H"), _):
      let line = text.bytes[start..<text.end].prefix { $0 != UInt8(ascii: "\n") }
      return ResponseHead.status(ofLine: line) != nil
    default:
      let lines = text.bytes[start..<text.end].split(separator: UInt8(ascii: "\n"))
      // A truncated line does not count.
      return (lines.first.map { (try? JSONDocument(parsing: Array($0))) != nil } ?? false)
    }
  }
}
