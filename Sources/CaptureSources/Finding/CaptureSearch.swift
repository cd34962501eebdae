import JSONParsing

/// The inputs that a command line names: files, pipes, folders with all the files below them, and `-`
/// for standard input.
///
/// Inputs come in the order of the operands, those of a folder in the order of their names' bytes,
/// each once. In folders, what starts with a dot is passed over; so are contracts, and a file that is
/// no capture by its name and does not start as one, such as a licence or an image; and so are the
/// files that mappings of WireMock name, which are read with these.
package struct CaptureSearch {
  package private(set) var inputs: [CaptureInput] = []
  /// Files of folders that are no captures, in their order.
  package private(set) var passedOver: [String] = []
  /// Missing operands, and files and folders that cannot be read.
  package private(set) var problems: [CaptureProblem] = []
  /// The paths without links of what was found, so that each is read once.
  private var realPaths: Set<PathBytes> = []
  /// Whether somebody says that a file of a folder is a capture.
  private let isKnown: (String) -> Bool

  /// - Parameters:
  ///   - operands: Paths, and `-`.
  ///   - include: Patterns of which one has to match a file that is found in a folder, if there are
  ///     any; by its path below the operand. See `Glob` for what they can say.
  ///   - exclude: Patterns of files and folders that are passed over.
  ///   - known: Patterns of files that somebody says are captures, by their whole paths.
  ///   - format: What the inputs are; if that is said, each is one.
  ///   - inputName: The name of standard input.
  ///   - takesBodyFiles: Whether files that mappings name are inputs of their own.
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
      // In one folder without links, nothing is found twice.
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

  /// - Parameter realPath: Absolute, or `-`.
  private mutating func add(_ input: CaptureInput, realPath: String) {
    if isNew(realPath) { inputs.append(input) }
  }

  private mutating func isNew(_ realPath: String) -> Bool {
    realPaths.insert(PathBytes(realPath)).inserted
  }
}

extension CaptureSearch {
  /// How many names of files are told that are passed over.
  private static let mostNamed = 3

  /// The files that are passed over, in words, safe to display; `nil`, if nothing is.
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
  /// How far the start of a file is looked at that is no capture by its name.
  private static let lookedAtByteCount = 1 << 16

  /// Whether a file of a folder may be a capture: its name is one of captures, or it starts as one
  /// does. What cannot be read may be one.
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
    // Packed: what is in it is told when it is read.
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
