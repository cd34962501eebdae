/// A walk through a folder and all below it.
///
/// A link is followed if it leads to something in the folder: to a file, or to another folder. So
/// nothing outside is read, and a folder that is found by links is walked through once for them;
/// a link to a folder that the walk is in leads round in a circle, and is passed over.
struct FolderWalk {
  private(set) var files: [(path: String, realPath: String)] = []
  private(set) var problems: [CaptureProblem] = []

  private let root: String
  private let filter: PathFilter
  /// The real paths of the folders that the walk is in.
  private var way: [PathBytes] = []
  /// The real paths of the folders that links led to.
  private var linkedFolders: Set<PathBytes> = []

  /// A file or folder.
  private struct Node {
    /// As it is shown: the operand's path and names below it.
    var path: String
    /// Below the operand, as patterns see it.
    var name: String
    /// Absolute, without links.
    var realPath: String

    func child(_ name: String) -> Node {
      Node(
        path: PathBytes.joined(path, name),
        name: self.name.isEmpty ? name : PathBytes.joined(self.name, name),
        realPath: PathBytes.joined(realPath, name))
    }
  }

  /// - Parameter root: The folder's absolute path without links.
  init(of root: String, _ filter: PathFilter) {
    self.root = root
    self.filter = filter
  }

  /// - Parameter path: What the folder is called.
  mutating func walk(shownAs path: String) {
    walk(Node(path: path, name: "", realPath: root))
  }

  private mutating func walk(_ folder: Node) {
    guard let names = System.names(in: folder.path) else {
      return problems.append(.unreadable(folder.path, System.lastFailure))
    }
    way.append(PathBytes(folder.realPath))
    for (name, isRegular) in names where name.utf8.first != UInt8(ascii: ".") {
      let child = folder.child(name)
      let isOfMappings =
        name == StubFile.folderName && names.contains { $0.name == StubFile.mappingsName }
        && !filter.takesBodyFiles
      guard !isOfMappings, !filter.excludes(child.name) else { continue }
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
    guard targetBytes.isBelow(PathBytes(root)), !way.contains(targetBytes) else { return }
    var node = link
    node.realPath = target
    switch System.kind(of: target) {
    case .folder: if linkedFolders.insert(targetBytes).inserted { walk(node) }
    case .regular: add(node)
    case .link, .other, nil: note(node, .notRegular)
    }
  }

  private mutating func add(_ file: Node) {
    if filter.takes(file.name) { files.append((file.path, file.realPath)) }
  }

  /// Notes why something is not read that would be taken if it was a file.
  private mutating func note(_ node: Node, _ failure: ReadFailure) {
    if filter.takes(node.name) { problems.append(.unreadable(node.path, failure)) }
  }
}
