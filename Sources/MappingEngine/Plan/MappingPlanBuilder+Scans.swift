import ContractModel
import JSONParsing

extension MappingPlanBuilder {
  /// Returns the scan of a place, made after those below it; −1, if no key path continues by name.
  mutating func scan(
    _ tree: PlaceTree, _ settings: MappingSettings, _ slotStart: Int32
  ) -> Int32 {
    guard !tree.names.isEmpty else { return -1 }
    let children = tree.names.map { child in
      (
        name: child.name, slot: child.tree.slot,
        scan: self.scan(child.tree, settings, slotStart)
      )
    }
    for child in children { tables.slots[slotStart + child.slot].scan = child.scan }
    var scan = PlanScan()
    scan.indexes = indexes(children)
    scan.keys = table(children)
    scan.folding = folding(scan.keys, children.map(\.name), settings)
    scan.place = tree.place
    return tables.append(scan, to: \.scans)
  }

  /// Returns the elements that numeric names select if the value is an array.
  mutating func indexes(
    _ children: [(name: MemberName, slot: Int32, scan: Int32)]
  ) -> PlanRange {
    let indexes = children.compactMap { child in
      SourceKeyPath.index(child.name).flatMap { Int32(exactly: $0) }
        .map { PlanIndex(index: $0, slot: child.slot, scan: child.scan) }
    }
    return tables.append(contentsOf: indexes, to: \.indexes)
  }

  /// Returns how a table's names are compared, in `foldings`; −1 for an exact comparison.
  mutating func folding(
    _ keys: PlanRange, _ names: [MemberName], _ settings: MappingSettings
  ) -> Int32 {
    guard let style = settings.keys, style != .exact else { return -1 }
    let folding = KeyFolding(settings)
    tables.foldedKeys.append(foldedKeys(keys, names, folding))
    return tables.append(folding, to: \.foldings)
  }

  // MARK: - Hash tables

  mutating func table(
    _ children: [(name: MemberName, slot: Int32, scan: Int32)]
  ) -> PlanRange {
    var size = 4
    while size < children.count * 2 { size *= 2 }
    let start = tables.keys.count
    tables.keys += repeatElement(PlanKey(), count: size)
    for child in children {
      let words = Self.words(child.name)
      let hash = planHash(
        head: words.first ?? 0, length: child.name.text.utf8.count, tail: Self.tail(child.name))
      var position = Int(truncatingIfNeeded: hash >> 32) & (size - 1)
      while tables.keys[start + position].length >= 0 { position = (position + 1) & (size - 1) }
      tables.keys[start + position] = PlanKey(
        head: words.first ?? 0, length: Int32(child.name.text.utf8.count),
        words: Int32(tables.keyWords.count), slot: child.slot, scan: child.scan)
      tables.keyWords += words.dropFirst()
    }
    return PlanRange(start: Int32(start), count: Int32(size))
  }

  /// Returns a name's bytes, eight per word, the first lowest; the last word is padded with zeros.
  private static func words(_ name: MemberName) -> [UInt64] {
    let bytes = Array(name.text.utf8)
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// Returns the last eight bytes of a name that has more than eight; otherwise 0.
  private static func tail(_ name: MemberName) -> UInt64 {
    let bytes = Array(name.text.utf8)
    guard bytes.count > 8 else { return 0 }
    return bytes.suffix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func foldedKeys(
    _ table: PlanRange, _ names: [MemberName], _ folding: KeyFolding
  ) -> [MemberName: Int32] {
    var folded: [MemberName: Int32] = [:]
    for name in names {
      let words = Self.words(name)
      let entry = table.indices.first { index in
        let key = tables.keys[index]
        let count = max(0, words.count - 1)
        return key.length == name.text.utf8.count && key.head == words.first ?? 0
          && tables.keyWords[Int(key.words)..<Int(key.words) + count].elementsEqual(
            words.dropFirst())
      }
      if let entry { folded[MemberName(folding.folded(name.text))] = Int32(entry) }
    }
    return folded
  }
}
