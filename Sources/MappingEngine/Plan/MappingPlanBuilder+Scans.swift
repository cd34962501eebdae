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
      let bytes = Array(child.name.text.utf8)
      let words = NameTable.words(of: bytes)
      let tail = bytes.count > 8 ? NameTable.words(of: Array(bytes.suffix(8)))[0] : 0
      let hash = planHash(head: words.first ?? 0, length: bytes.count, tail: tail)
      var position = Int(truncatingIfNeeded: hash >> 32) & (size - 1)
      while tables.keys[start + position].length >= 0 { position = (position + 1) & (size - 1) }
      tables.keys[start + position] = PlanKey(
        head: words.first ?? 0, length: Int32(bytes.count),
        words: Int32(tables.keyWords.count), slot: child.slot, scan: child.scan)
      tables.keyWords += words.dropFirst()
    }
    return PlanRange(start: Int32(start), count: Int32(size))
  }

  private func foldedKeys(
    _ table: PlanRange, _ names: [MemberName], _ folding: KeyFolding
  ) -> [MemberName: Int32] {
    var folded: [MemberName: Int32] = [:]
    for name in names {
      let entry = table.indices.first { tables.hasName(name.text.utf8, tables.keys[$0]) }
      if let entry { folded[MemberName(folding.folded(name.text))] = Int32(entry) }
    }
    return folded
  }
}
