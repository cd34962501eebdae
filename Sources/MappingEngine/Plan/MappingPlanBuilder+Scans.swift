import ContractModel
import JSONParsing

/// The slots of a mapping's key paths.
struct SlotNumbers {
  private(set) var slots: [[MemberName]: Int32] = [:]

  mutating func set(_ slot: Int32, for path: [MemberName]) { slots[path] = slot }

  /// The slot of a key path from the representation that names single members and elements.
  subscript(source: SourceKeyPath) -> Int32? {
    guard source.base == .representation, let names = source.names, !names.isEmpty else {
      return nil
    }
    return slots[names]
  }
}

extension SourceKeyPath {
  /// The names of the steps before the first that goes on in every element.
  var leadingNames: [MemberName] {
    steps.prefix { $0 != .fanOut }.compactMap { step in
      if case .segment(let name) = step { name } else { nil }
    }
  }

  /// The names of the steps, if none goes on in every element.
  var names: [MemberName]? {
    var names: [MemberName] = []
    for step in steps {
      guard case .segment(let name) = step else { return nil }
      names.append(name)
    }
    return names
  }
}

extension MappingPlanBuilder {
  /// The key paths of a mapping, joined where they begin alike.
  private final class Trie {
    let name: MemberName
    let slot: Int32
    var children: [Trie] = []

    init(name: MemberName, slot: Int32) { (self.name, self.slot) = (name, slot) }
  }

  /// Gives each key path a slot, and makes the scans that fill them in one pass over an object.
  ///
  /// - Parameter tree: The places of the key paths.
  mutating func scans(
    for sources: [SourceKeyPath], _ tree: PlaceTree, _ settings: MappingSettings,
    _ plan: inout PlanMapping
  ) -> SlotNumbers {
    var numbers = SlotNumbers()
    let root = Trie(name: "", slot: -1)
    plan.slotStart = Int32(parts.slots.count)
    for source in sources where source.base == .representation {
      let names = source.leadingNames
      var node = root
      for (depth, name) in names.enumerated() {
        if let child = node.children.first(where: { $0.name == name }) {
          node = child
          continue
        }
        let slot = Int32(parts.slots.count) - plan.slotStart
        parts.slots.append(PlanSlot(parent: node.slot, depth: Int32(depth), scan: -1))
        numbers.set(slot, for: Array(names.prefix(depth + 1)))
        let child = Trie(name: name, slot: slot)
        node.children.append(child)
        node = child
      }
    }
    plan.slotCount = Int32(parts.slots.count) - plan.slotStart
    plan.scan = scan(root, tree, settings, plan.slotStart)
    return numbers
  }

  /// The scan of a place, behind those of the places below it; −1, if no key path goes on.
  private mutating func scan(
    _ node: Trie, _ tree: PlaceTree?, _ settings: MappingSettings, _ slotStart: Int32
  ) -> Int32 {
    guard !node.children.isEmpty else { return -1 }
    let children = node.children.map { child in
      (
        name: child.name, slot: child.slot,
        scan: self.scan(child, tree?[.segment(child.name)], settings, slotStart)
      )
    }
    for child in children { parts.slots[Int(slotStart + child.slot)].scan = child.scan }
    var scan = PlanScan()
    scan.indexes = indexes(children)
    scan.keys = table(children)
    scan.folding = folding(scan.keys, children.map(\.name), settings)
    scan.place = tree?.place ?? -1
    parts.scans.append(scan)
    return Int32(parts.scans.count - 1)
  }

  /// The elements that names stand for where an array is.
  mutating func indexes(
    _ children: [(name: MemberName, slot: Int32, scan: Int32)]
  ) -> PlanRange {
    let start = Int32(parts.indexes.count)
    for child in children {
      guard let index = SourceKeyPath.index(child.name), index < Int32.max else { continue }
      parts.indexes.append(
        PlanIndex(index: Int32(index), slot: child.slot, scan: child.scan))
    }
    return PlanRange(start: start, count: Int32(parts.indexes.count) - start)
  }

  /// How names are compared with a table's, in `foldings`; −1 where they are compared as they are.
  mutating func folding(
    _ keys: PlanRange, _ names: [MemberName], _ settings: MappingSettings
  ) -> Int32 {
    guard let style = settings.keys, style != .exact else { return -1 }
    let folding = KeyFolding(settings)
    parts.foldings.append(folding)
    parts.foldedKeys.append(foldedKeys(keys, names, folding))
    return Int32(parts.foldings.count - 1)
  }

  // MARK: - Hash tables

  mutating func table(
    _ children: [(name: MemberName, slot: Int32, scan: Int32)]
  ) -> PlanRange {
    var size = 4
    while size < children.count * 2 { size *= 2 }
    let start = parts.keys.count
    parts.keys += repeatElement(PlanKey(), count: size)
    for child in children {
      let words = Self.words(child.name)
      let hash = planHash(
        head: words.first ?? 0, length: child.name.text.utf8.count, tail: Self.tail(child.name))
      var position = Int(truncatingIfNeeded: hash >> 32) & (size - 1)
      while parts.keys[start + position].length >= 0 { position = (position + 1) & (size - 1) }
      parts.keys[start + position] = PlanKey(
        head: words.first ?? 0, length: Int32(child.name.text.utf8.count),
        words: Int32(parts.keyWords.count), slot: child.slot, scan: child.scan)
      parts.keyWords += words.dropFirst()
    }
    return PlanRange(start: Int32(start), count: Int32(size))
  }

  /// The bytes of a name, eight a word, the first being the lowest; zeros fill the last.
  private static func words(_ name: MemberName) -> [UInt64] {
    let bytes = Array(name.text.utf8)
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// The last eight bytes of a name that has more than eight, else 0.
  private static func tail(_ name: MemberName) -> UInt64 {
    let bytes = Array(name.text.utf8)
    guard bytes.count > 8 else { return 0 }
    return bytes.suffix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The entries of a table by their folded names.
  private func foldedKeys(
    _ table: PlanRange, _ names: [MemberName], _ folding: KeyFolding
  ) -> [MemberName: Int32] {
    var folded: [MemberName: Int32] = [:]
    for name in names {
      let words = Self.words(name)
      let entry = table.indices.first { index in
        let key = parts.keys[index]
        let count = max(0, words.count - 1)
        return key.length == name.text.utf8.count && key.head == words.first ?? 0
          && parts.keyWords[Int(key.words)..<Int(key.words) + count].elementsEqual(
            words.dropFirst())
      }
      if let entry { folded[MemberName(folding.folded(name.text))] = Int32(entry) }
    }
    return folded
  }
}
