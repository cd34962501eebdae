import ContractModel
import JSONParsing

// The unread members. An object may have several readers: its own mapping, key paths of enclosing
// mappings that lead into it, mappings of objects that are made of its keys, and the mapping whose
// case delegated it. A member is read if one of them reads it.

extension MappingRun {
  /// Notes the unread members of a representation, and the other readers of the values that its
  /// lines read as a whole.
  mutating func noteReading(_ number: Int32, _ frame: Frame) {
    let variant = plan.tables.variants[number]
    let mapping = plan.tables.mappings[frame.mapping]
    members.policy = mapping.unknownKeys
    let others = members.readers(of: frame.node)
    if variant.isPlainlyRead, others == nil {
      for index in frame.unread {
        noteUnread(Int(members.unread[index].name), at: members.unread[index].place)
      }
      return
    }
    guard members.isWanted || variant.sharesPlaces else { return }
    var own = [PlaceReader(place: mapping.place, uses: variant.uses)]
    addAggregates(variant.aggregates, to: &own)
    if own.count > 1 { members.add(own, at: frame.node) }
    // The other readers read the object as a whole, which is why it is mapped; so only `own` is
    // tested.
    let all = own + (others ?? [])
    if isWhole(own) {
      share(all, frame.node)
    } else {
      look(into: frame.node, all)
    }
  }

  private mutating func noteUnread(_ name: Int, at place: Int32) {
    guard members.isWanted else { return }
    if Sink.wantsDrift { sink.noteUnmapped(name, at: place, in: document) }
    guard members.policy != .ignore else { return }
    report(
      MappingProblem(
        .unknownKey, severity: members.policy == .error ? .error : .warning, place: place),
      at: name, mapping: plan.tables.places[place].mapping)
  }

  // MARK: - Looking

  /// - Parameter readers: All readers of the value; unread members are reported at the first
  ///   reader's place.
  private mutating func look(into node: Int, _ readers: [PlaceReader]) {
    switch document.word(node).kind {
    case .object:
      var name = document.firstChild(node)
      let end = document.next(node)
      while name < end {
        let behind = readers.compactMap { self.behind(name, $0) }
        if behind.isEmpty {
          noteUnread(name, at: readers[0].place)
        } else {
          goOn(name + 1, behind)
        }
        name = document.next(name + 1)
      }
    case .array: forEachElement(node, readers) { $0.goOn($1, $2) }
    default: break
    }
  }

  private mutating func goOn(_ node: Int, _ readers: [PlaceReader]) {
    let leading = leading(readers)
    guard !leading.isEmpty else { return }
    // If a line reads the value as a whole, the line's type reads the contents, too.
    if isWhole(readers) { share(leading, node) } else { look(into: node, leading) }
  }

  /// Notes the readers of the objects in a value that a line reads as a whole.
  private mutating func share(_ readers: [PlaceReader], _ node: Int) {
    switch document.word(node).kind {
    case .object:
      members.add(readers, at: node)
      var name = document.firstChild(node)
      let end = document.next(node)
      while name < end {
        let behind = leading(readers.compactMap { self.behind(name, $0) })
        if !behind.isEmpty { share(behind, name + 1) }
        name = document.next(name + 1)
      }
    case .array:
      forEachElement(node, readers) { run, element, readers in
        let leading = run.leading(readers)
        if !leading.isEmpty { run.share(leading, element) }
      }
    default: break
    }
  }

  private func addAggregates(_ numbers: PlanRange, to readers: inout [PlaceReader]) {
    for index in numbers.indices {
      let mapping = plan.tables.mappings[plan.tables.order[index]]
      let reader = PlaceReader(place: mapping.place, uses: mapping.uses)
      guard !readers.contains(reader) else { continue }
      readers.append(reader)
      addAggregates(mapping.aggregates, to: &readers)
    }
  }

  // MARK: - Readers

  private func isWhole(_ readers: [PlaceReader]) -> Bool {
    readers.contains { use(of: $0).contains(.whole) }
  }

  private func leading(_ readers: [PlaceReader]) -> [PlaceReader] {
    readers.filter { use(of: $0).contains(.leads) }
  }

  private func use(of reader: PlaceReader) -> PlaceUse {
    plan.tables.uses[reader.uses + reader.place]
  }

  /// The reader after a member's name; `nil`, if it does not read the member.
  mutating func behind(_ name: Int, _ reader: PlaceReader) -> PlaceReader? {
    guard let key = anyKey(name, plan.tables.places[reader.place].names) else { return nil }
    return reached(plan.tables.keys[key].slot, reader)
  }

  private func reached(_ place: Int32, _ reader: PlaceReader) -> PlaceReader? {
    let next = PlaceReader(place: place, uses: reader.uses)
    return use(of: next).contains(.reached) ? next : nil
  }

  /// Calls a function with the elements of an array that have readers.
  private mutating func forEachElement(
    _ node: Int, _ readers: [PlaceReader],
    _ body: (inout Self, _ element: Int, _ readers: [PlaceReader]) -> Void
  ) {
    var element = document.firstChild(node)
    let end = document.next(node)
    var position = 0
    while element < end {
      let behind = readers.flatMap { self.behind(element: position, $0) }
      if !behind.isEmpty { body(&self, element, behind) }
      element = document.next(element)
      position += 1
    }
  }

  /// Returns the readers of an element. In a lenient contract names go on in every element (§ 5).
  private func behind(element position: Int, _ reader: PlaceReader) -> [PlaceReader] {
    let place = plan.tables.places[reader.place]
    var found = place.elements.indices.filter { Int(plan.tables.indexes[$0].index) == position }
      .compactMap { reached(plan.tables.indexes[$0].slot, reader) }
    if place.everyElement >= 0, let every = reached(place.everyElement, reader) {
      found.append(every)
    }
    if place.hasNames, plan.tables.mappings[place.mapping].isLenient {
      found.append(reader)
    }
    return found
  }

  /// Returns the entry of a name in a scan's table, using the mapping's key style.
  private mutating func anyKey(_ name: Int, _ scan: PlanScan) -> Int? {
    if let key = key(name, scan) { return key }
    guard scan.folding >= 0 else { return nil }
    return foldedKey(name, scan).map { Int($0) }
  }
}
