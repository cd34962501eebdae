/// The inputs that a command line names: files, folders with all the files below them, and `-` for
/// standard input.
///
/// Inputs come in the order of the operands, those of a folder in the order of their names' bytes,
/// each once. In folders, what starts with a dot is passed over.
package struct CaptureSearch {
  package private(set) var inputs: [CaptureInput] = []
  /// Operands that are not there, and files and folders that cannot be read.
  package private(set) var problems: [CaptureProblem] = []
  /// The inputs' paths without links, so that each is read once.
  private var realPaths: Set<PathBytes> = []

  /// - Parameters:
  ///   - operands: Paths, and `-`.
  ///   - include: Patterns of which one has to match a file that is found in a folder, if there are
  ///     any; by its path below the operand. See `Glob` for what they can say.
  ///   - exclude: Patterns of files and folders that are passed over.
  package init(operands: [String], include: [String] = [], exclude: [String] = []) {
    let filter = PathFilter(include: include.map(Glob.init), exclude: exclude.map(Glob.init))
    for operand in operands {
      if operand == "-" {
        add(.standardInput, realPath: operand)
      } else {
        add(operand, filter)
      }
    }
  }

  private mutating func add(_ operand: String, _ filter: PathFilter) {
    guard let realPath = System.realPath(operand),
      let kind = System.kind(of: realPath)
    else { return problems.append(.unreadable(operand, System.lastFailure)) }
    switch kind {
    case .regular: add(CaptureInput(file: operand), realPath: realPath)
    case .folder:
      var walk = FolderWalk(of: realPath, filter)
      walk.walk(shownAs: operand)
      for file in walk.files { add(CaptureInput(file: file.path), realPath: file.realPath) }
      problems += walk.problems
    case .link, .other: problems.append(.unreadable(operand, .notRegular))
    }
  }

  /// - Parameter realPath: Absolute, or `-`.
  private mutating func add(_ input: CaptureInput, realPath: String) {
    if realPaths.insert(PathBytes(realPath)).inserted { inputs.append(input) }
  }
}
