import ContractModel
import JSONParsing

extension MappingRun {
  /// Makes room for the slots of an object, and fills them.
  mutating func enter(_ mapping: Int32, _ node: Int) -> Frame {
    let unreadStart = members.unread.count
    var frame = Frame(node: node, slots: fill(mapping, node), mapping: mapping)
    frame.unread = unreadStart..<members.unread.count
    return frame
  }

  /// Fills the slots of an object that is read once more, without reporting anything again.
  mutating func look(at node: Int, as mapping: Int32) -> Frame {
    members.isSilent = true
    defer { members.isSilent = false }
    return Frame(node: node, slots: fill(mapping, node), mapping: mapping)
  }

  /// Removes the slots of an object, and its unread members.
  mutating func drop(_ frame: Frame) {
    slots.removeLast(slots.count - frame.slots)
    members.unread.removeLast(frame.unread.count)
  }

  private mutating func fill(_ number: Int32, _ node: Int) -> Int {
    let start = slots.count
    let mapping = plan.tables.mappings[number]
    for _ in 0..<mapping.slotCount { slots.append(-1) }
    if mapping.scan >= 0 { scan(mapping.scan, node, from: start, of: number) }
    return start
  }

  /// Searches an object or array for the values of key paths.
  private mutating func scan(
    _ number: Int32, _ node: Int, from start: Int, of mapping: Int32
  ) {
    let scan = plan.tables.scans[number]
    switch document.word(node).kind {
    case .object where scan.folding >= 0: scanFolding(scan, node, from: start, of: mapping)
    case .object: scanMembers(scan, node, from: start, of: mapping)
    case .array: scanElements(scan, node, from: start, of: mapping)
    default: break
    }
  }

  private mutating func scanMembers(
    _ scan: PlanScan, _ node: Int, from start: Int, of mapping: Int32
  ) {
    var name = document.firstChild(node)
    let end = document.next(node)
    while name < end {
      if let key = key(name, scan) {
        fill(plan.tables.keys[key], name + 1, from: start, of: mapping)
      } else {
        members.noteUnread(name, at: scan.place)
      }
      name = document.next(name + 1)
    }
  }

  private mutating func fill(_ key: PlanKey, _ node: Int, from start: Int, of mapping: Int32) {
    slots[start + Int(key.slot)] = Int32(truncatingIfNeeded: node)
    guard key.scan >= 0 else { return }
    clear(key.scan, from: start)
    scan(key.scan, node, from: start, of: mapping)
  }

  /// Empties the slots that an earlier member of the same name filled.
  private mutating func clear(_ number: Int32, from start: Int) {
    let scan = plan.tables.scans[number]
    for index in scan.keys.indices where plan.tables.keys[index].length >= 0 {
      slots[start + Int(plan.tables.keys[index].slot)] = -1
      if plan.tables.keys[index].scan >= 0 { clear(plan.tables.keys[index].scan, from: start) }
    }
  }

  private mutating func scanElements(
    _ scan: PlanScan, _ node: Int, from start: Int, of mapping: Int32
  ) {
    for index in scan.indexes.indices {
      let wanted = plan.tables.indexes[index]
      guard wanted.index < document.word(node).length else { continue }
      var element = document.firstChild(node)
      for _ in 0..<wanted.index { element = document.next(element) }
      slots[start + Int(wanted.slot)] = Int32(truncatingIfNeeded: element)
      if wanted.scan >= 0 { self.scan(wanted.scan, element, from: start, of: mapping) }
    }
  }

  // MARK: - Names

  /// Returns the entry of a name in a scan's table, or `nil` if no key path uses the name.
  @inline(__always)
  func key(_ name: Int, _ scan: PlanScan) -> Int? {
    let word = document.word(name)
    guard word.kind == .plainString else { return escapedKey(name, scan) }
    let start = word.start + 1
    let length = word.length - 2
    let head = document.bytes8(at: start) & Self.mask(length)
    let tail = length > 8 ? document.bytes8(at: start + length - 8) : 0
    let size = Int(scan.keys.count)
    guard size > 0 else { return nil }
    let hash = planHash(head: head, length: length, tail: tail)
    var position = Int(truncatingIfNeeded: hash &>> 32) & (size - 1)
    while true {
      let index = Int(scan.keys.start) + position
      let key = plan.tables.keys[index]
      if key.length < 0 { return nil }
      if key.head == head, Int(key.length) == length, length <= 8 || hasRest(key, start) {
        return index
      }
      position = (position + 1) & (size - 1)
    }
  }

  /// Returns whether a name agrees with a key after the first eight bytes.
  private func hasRest(_ key: PlanKey, _ start: Int) -> Bool {
    var offset = 8
    var word = Int(key.words)
    while offset < Int(key.length) {
      let bytes = document.bytes8(at: start + offset) & Self.mask(Int(key.length) - offset)
      guard bytes == plan.tables.keyWords[word] else { return false }
      offset += 8
      word += 1
    }
    return true
  }

  @inline(__always)
  private static func mask(_ length: Int) -> UInt64 {
    length >= 8 ? .max : (1 << UInt64(truncatingIfNeeded: length * 8)) - 1
  }

  /// Returns the entry of a name with escapes, which is looked up by its unescaped bytes.
  private func escapedKey(_ name: Int, _ scan: PlanScan) -> Int? {
    let bytes = document.contentBytes(name)
    return scan.keys.indices.first { plan.tables.hasName(bytes, plan.tables.keys[$0]) }
  }

  // MARK: - Key styles

  /// Scans an object by a key style. The exact spelling of a key wins, otherwise the last one; the
  /// other spellings are reported (§ 8).
  private mutating func scanFolding(
    _ scan: PlanScan, _ node: Int, from start: Int, of mapping: Int32
  ) {
    var name = document.firstChild(node)
    let end = document.next(node)
    while name < end {
      let exact = key(name, scan)
      let folded = exact.map(Int32.init) ?? foldedKey(name, scan)
      if let folded {
        let key = plan.tables.keys[folded]
        fillFolding(key, name, isExact: exact != nil, scan, from: start, of: mapping)
      } else {
        members.noteUnread(name, at: scan.place)
      }
      name = document.next(name + 1)
    }
  }

  func foldedKey(_ name: Int, _ scan: PlanScan) -> Int32? {
    let folding = plan.tables.foldings[scan.folding]
    let folded = MemberName(folding.folded(document.string(name)))
    return plan.tables.foldedKeys[scan.folding][folded]
  }

  private mutating func fillFolding(
    _ key: PlanKey, _ name: Int, isExact: Bool, _ scan: PlanScan, from start: Int,
    of mapping: Int32
  ) {
    let filled = Int(slots[start + Int(key.slot)])
    guard filled >= 0 else { return fill(key, name + 1, from: start, of: mapping) }
    let other = filled - 1
    let isOtherExact = self.key(other, scan) != nil
    // A duplicate member, which the parser reported.
    if isExact, isOtherExact { return fill(key, name + 1, from: start, of: mapping) }
    let (loser, winner) = isOtherExact ? (name, other) : (other, name)
    if !members.isSilent, members.reportedSpellings.insert(Int32(loser)).inserted {
      report(
        MappingProblem(.duplicateKey, severity: .warning, other: winner, place: scan.place),
        at: loser, mapping: mapping)
    }
    if !isOtherExact { fill(key, name + 1, from: start, of: mapping) }
  }
}
