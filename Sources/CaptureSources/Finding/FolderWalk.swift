/// A walk through a folder and all folders below it.
///
/// A link is followed only if its target is a file or another folder inside of the folder, so
/// nothing outside is read. If several links lead to one folder, only the first is followed. A link
/// to a folder that the walk is currently in would form a cycle, and is skipped.
struct FolderWalk {
  private(set) var files: [Node] = []
  private(set) var problems: [CaptureProblem] = []

  private let filter: PathFilter
  /// The folder, followed by the targets of links, in the order of the walk.
  private var bases: [Base]
  /// The real paths of the folders that the walk is currently in.
  private var way: [PathBytes] = []
  /// The real paths of the folders to which links led.
  private var linkedFolders: Set<PathBytes> = []

  /// A place whose real path is known, which determines the real paths of all files below it.
  private struct Base {
    /// The absolute path without links.
    var realPath: String
    /// The path for display.
    var path: String
  }

  struct Node {
    /// The path for display: the operand's path and the names below it.
    var path: String
    /// The number of its base: the node is the base, or is below it without a link in between.
    fileprivate var base: Int

    fileprivate func child(_ name: String) -> Node {
      Node(path: PathBytes.joined(path, name), base: base)
    }
  }

  /// - Parameter root: The folder's absolute path without links.
  init(of root: String, shownAs path: String, _ filter: PathFilter) {
    bases = [Base(realPath: root, path: path)]
    self.filter = filter
    walk(Node(path: path, base: 0))
  }

  /// Whether a file may have been found more than once.
  var hasFollowedLinks: Bool { bases.count > 1 }

  /// Returns a file's absolute path without links.
  func realPath(of node: Node) -> String {
    let base = bases[node.base]
    let name = PathBytes.name(of: node.path, below: base.path)
    return name.isEmpty ? base.realPath : PathBytes.joined(base.realPath, name)
  }

  /// Returns the path below the operand, for patterns.
  private func name(of node: Node) -> String { PathBytes.name(of: node.path, below: bases[0].path) }

  private mutating func walk(_ folder: Node) {
    guard let names = System.names(in: folder.path) else {
      return problems.append(.unreadable(folder.path, System.lastFailure))
    }
    way.append(PathBytes(realPath(of: folder)))
    files.reserveCapacity(files.count + names.count)
    for (name, isRegular) in names where name.utf8.first != UInt8(ascii: ".") {
      let child = folder.child(name)
      let isOfMappings =
        name == StubFile.folderName && names.contains { $0.name == StubFile.mappingsName }
        && !filter.takesBodyFiles
      guard !isOfMappings, !filter.excludes(self.name(of: child)) else { continue }
      if isRegular { add(child) } else { visit(child) }
    }
    way.removeLast()
  }

  private mutating func visit(_ node: Node) {
    guard let kind = System.kind(of: node.path) else { return note(node, System.lastFailure) }
    switch kind {
    case .regular: add(node)
    case .folder: walk(node)
    case .link: follow(node)
    case .other: note(node, .notRegular)
    }
  }

  private mutating func follow(_ link: Node) {
    guard let target = System.realPath(link.path) else {
      return note(link, System.lastFailure)
    }
    let targetBytes = PathBytes(target)
    guard targetBytes.isBelow(PathBytes(bases[0].realPath)), !way.contains(targetBytes) else {
      return
    }
    let node = Node(path: link.path, base: bases.count)
    bases.append(Base(realPath: target, path: link.path))
    switch System.kind(of: target) {
    case .folder: if linkedFolders.insert(targetBytes).inserted { walk(node) }
    case .regular: add(node)
    case .link, .other, nil: note(node, .notRegular)
    }
  }

  private mutating func add(_ file: Node) {
    if filter.takes(name(of: file)) { files.append(file) }
  }

  /// Notes why something is not read, if a file of this name would be an input.
  private mutating func note(_ node: Node, _ failure: ReadFailure) {
    if filter.takes(name(of: node)) { problems.append(.unreadable(node.path, failure)) }
  }
}
