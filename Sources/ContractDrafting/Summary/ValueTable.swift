import JSONParsing
import MappingEngine

/// The summaries of all values and objects of a capture, by number.
///
/// Merging is associative and commutative, and an empty table is its neutral element: counts are
/// added, a set above its bound becomes “too many”, and samples keep the smallest items. So the
/// contents depend neither on the order of the inputs nor on how workers share them. Only the
/// numbers do, and nothing is sorted by them. Merging into an empty table always gives the same
/// numbers.
package struct ValueTable: Codable, Sendable {
  private var values: [ValueSummary] = []
  private var objects: [ObjectSummary] = []
  /// The depth to which values are summarized.
  private var depthLimit = Self.depths[0]
  /// The members of the objects being added: the index in the object, and the node.
  private var pending: [(member: Int, node: Int)] = []
  private var identities = PayloadIdentities()
  /// The capture time of the payload being added.
  private var time: Int64?

  /// The possible depths; the first that keeps the table within its bound is used.
  private static let depths = [64, 32, 16, 8, 4]
  /// The number of members of objects at a place above which names count as data.
  static let mostMembers = 256
  /// The number of tags at a place above which tags are not distinguished.
  static let mostTags = 48

  init() {}

  private enum CodingKeys: CodingKey { case values, objects, depthLimit }

  package subscript(value: ValueID) -> ValueSummary { values[Int(value)] }

  package func object(_ id: ObjectSummaryID) -> ObjectSummary { objects[Int(id)] }

  var count: Int { values.count }

  mutating func makeValue() -> ValueID {
    values.append(ValueSummary())
    return ValueID(values.count - 1)
  }

  private mutating func makeObject() -> ObjectSummaryID {
    objects.append(ObjectSummary())
    return ObjectSummaryID(objects.count - 1)
  }
}

// MARK: - Adding payloads

extension ValueTable {
  /// Adds a payload.
  ///
  /// - Parameter time: The capture time, in seconds since 1970.
  mutating func add(_ document: JSONDocument, to value: ValueID, at time: Int64?) {
    identities.begin()
    self.time = time
    if let time { values[Int(value)].addPayload(at: time) }
    add(document, 0, to: Int(value), depth: 0)
  }

  private mutating func add(_ document: JSONDocument, _ node: Int, to value: Int, depth: Int) {
    if let time { values[value].seen.add(time) }
    switch document.word(node).kind {
    case .null: values[value].kinds[.null] += 1
    case .true, .false: values[value].kinds[.bool] += 1
    case .real:
      values[value].kinds[.real] += 1
      values[value].numbers.add(document.bytes[document.byteRange(node)], isInteger: false)
    case .integer: addInteger(document.bytes[document.byteRange(node)], to: value)
    case .plainString, .escapedString: addText(document.contentBytes(node), to: value)
    case .array: addArray(document, node, to: value, depth)
    case .object: addObject(document, node, to: value, depth)
    }
  }

  private mutating func addInteger(_ digits: ArraySlice<UInt8>, to value: Int) {
    values[value].kinds[.integer] += 1
    values[value].numbers.add(digits, isInteger: true)
    addSample(digits, to: value, keepsText: false)
  }

  private mutating func addText(_ text: ArraySlice<UInt8>, to value: Int) {
    values[value].kinds[.text] += 1
    addSample(text, to: value, keepsText: true)
    if let format = TextFormat(text) { values[value].formats[format] += 1 }
    if Token.isToken(text) { values[value].tokenCount += 1 }
  }

  private mutating func addSample(_ text: ArraySlice<UInt8>, to value: Int, keepsText: Bool) {
    if values[value].samples == nil { values[value].samples = TextSamples() }
    values[value].samples?.add(text, keepsText: keepsText)
  }

  private mutating func addArray(
    _ document: JSONDocument, _ node: Int, to value: Int, _ depth: Int
  ) {
    values[value].kinds[.array] += 1
    let count = document.word(node).length
    guard count > 0 else { return }
    guard depth < depthLimit else {
      values[value].isCut = true
      return
    }
    let element = Int(self.element(of: value))
    var child = document.firstChild(node)
    for _ in 0..<count {
      add(document, child, to: element, depth: depth + 1)
      child = document.next(child)
    }
  }

  private mutating func element(of value: Int) -> ValueID {
    if let element = values[value].element { return element }
    let element = makeValue()
    values[value].element = element
    return element
  }

  private mutating func addObject(
    _ document: JSONDocument, _ node: Int, to value: Int, _ depth: Int
  ) {
    values[value].kinds[.object] += 1
    guard depth < depthLimit else {
      values[value].isCut = true
      return
    }
    let object = Int(self.object(of: value, ObjectTag(of: node, in: document)))
    objects[object].count += 1
    if let member = identities.conflict(of: node, at: value, in: document) {
      if objects[object].conflicts.isEmpty {
        objects[object].conflicts = Array(repeating: 0, count: IdentityMember.names.count)
      }
      for index in member { objects[object].conflicts[index] += 1 }
    }
    let start = pending.count
    list(document, node, of: object)
    if !objects[object].spellings.isEmpty { objects[object].noteSpellings() }
    for position in start..<pending.count {
      let (member, node) = pending[position]
      // Members may have been combined while the object was read.
      let inner =
        Int(objects[object].anyMember ?? objects[object].members[member].value)
      values[inner].positions += position - start
      add(document, node, to: inner, depth: depth + 1)
    }
    pending.removeLast(pending.count - start)
  }

  /// Lists the members of an object in `pending`. Of duplicate members, the last value counts, at
  /// the place of the first.
  private mutating func list(_ document: JSONDocument, _ node: Int, of object: Int) {
    let start = pending.count
    let end = document.next(node)
    var child = document.firstChild(node)
    var expected = 0
    var names: [MemberName: Int] = [:]
    while child < end {
      let member = self.member(document, child, of: object, expected)
      expected = member + 1
      let known =
        if member >= 0 {
          isSeen(member, of: object) ? pending[start...].firstIndex { $0.member == member } : nil
        } else {
          place(of: child, in: document, from: start, &names)
        }
      if let known {
        pending[known].node = child + 1
      } else {
        pending.append((member, child + 1))
      }
      child = document.next(child + 1)
    }
  }

  /// Returns the place of a listed member, if the object's members are combined; `nil`, if it is
  /// not listed.
  ///
  /// - Parameters:
  ///   - start: The start of the object's members in the list.
  ///   - names: The places of listed members, by name.
  private func place(
    of name: Int, in document: JSONDocument, from start: Int, _ names: inout [MemberName: Int]
  ) -> Int? {
    if names.isEmpty {
      // The first members may have been listed before members were combined.
      for place in start..<pending.count {
        names[MemberName(document.string(pending[place].node - 1))] = place
      }
    }
    let name = MemberName(document.string(name))
    defer { if names[name] == nil { names[name] = pending.count } }
    return names[name]
  }

  /// Returns whether the object being added already had a member, and notes the member.
  private mutating func isSeen(_ member: Int, of object: Int) -> Bool {
    let number = objects[object].count
    defer { objects[object].members[member].lastObject = number }
    return objects[object].members[member].lastObject == number
  }

  /// Returns the index of a member of an object; -1, if members are combined.
  ///
  /// - Parameter expected: The member's index, if members come in the usual order.
  private mutating func member(
    _ document: JSONDocument, _ node: Int, of object: Int, _ expected: Int
  ) -> Int {
    if objects[object].anyMember != nil { return -1 }
    if expected < objects[object].members.count,
      document.string(node, equals: objects[object].members[expected].name)
    {
      return expected
    }
    return member(named: MemberName(document.string(node)), of: object) ?? -1
  }

  /// Returns the index of a member of an object, added if missing; `nil`, if members are combined.
  private mutating func member(named name: MemberName, of object: Int) -> Int? {
    if let index = objects[object].index[name] { return index }
    let index = objects[object].members.count
    guard index < Self.mostMembers else {
      uniteMembers(of: object)
      return nil
    }
    objects[object].append(ObjectSummary.Member(name: name, value: makeValue()))
    return index
  }

  private mutating func object(of value: Int, _ tag: ObjectTag?) -> ObjectSummaryID {
    let tag = values[value].isUntagged ? nil : tag
    if let known = values[value].objects.first(where: { $0.tag == tag }) { return known.id }
    let object = makeObject()
    values[value].objects.append(TaggedObjects(tag: tag, id: object))
    guard values[value].objects.count > Self.mostTags else { return object }
    uniteObjects(of: value)
    return values[value].objects[0].id
  }
}

// MARK: - Merging

extension ValueTable {
  /// Combines the values of all members.
  private mutating func uniteMembers(of object: Int) {
    let one = makeValue()
    for member in objects[object].members { merge(member.value, into: one) }
    objects[object].anyMember = one
    objects[object].removeMembers()
  }

  private mutating func uniteObjects(of value: Int) {
    let one = makeObject()
    for object in values[value].objects { merge(nil, object: object.id, into: Int(one), depth: 0) }
    values[value].objects = [TaggedObjects(tag: nil, id: one)]
    values[value].isUntagged = true
  }

  /// Adds a summary of another table, or of this one, to a summary.
  mutating func merge(_ source: ValueID, of other: ValueTable? = nil, into target: ValueID) {
    if let other { depthLimit = min(depthLimit, other.depthLimit) }
    merge(other, source, into: Int(target), depth: 0)
  }

  /// - Parameter other: The table of the source; `nil`: this one.
  private mutating func merge(
    _ other: ValueTable?, _ source: ValueID, into target: Int, depth: Int
  ) {
    let value = other?[source] ?? values[Int(source)]
    values[target].add(value)
    guard depth < depthLimit else {
      let isDeeper = value.element != nil || !value.objects.isEmpty
      if isDeeper { values[target].isCut = true }
      return
    }
    if let element = value.element {
      let own = Int(self.element(of: target))
      merge(other, element, into: own, depth: depth + 1)
    }
    if value.isUntagged, !values[target].isUntagged { uniteObjects(of: target) }
    for object in value.sortedObjects {
      let own = Int(self.object(of: target, value.isUntagged ? nil : object.tag))
      merge(other, object: object.id, into: own, depth: depth)
    }
  }

  private mutating func merge(
    _ other: ValueTable?, object source: ObjectSummaryID, into target: Int, depth: Int
  ) {
    let object = other?.object(source) ?? objects[Int(source)]
    objects[target].count += object.count
    if objects[target].conflicts.isEmpty {
      objects[target].conflicts = object.conflicts
    } else {
      for index in object.conflicts.indices {
        objects[target].conflicts[index] += object.conflicts[index]
      }
    }
    if object.anyMember != nil, objects[target].anyMember == nil { uniteMembers(of: target) }
    if objects[target].anyMember == nil { objects[target].add(object.doubled ?? []) }
    for member in object.sortedMembers {
      let isOne = objects[target].anyMember != nil
      let index = isOne ? nil : self.member(named: member.name, of: target)
      let value = index.map { objects[target].members[$0].value }
      guard let own = value ?? objects[target].anyMember else { continue }
      merge(other, member.value, into: Int(own), depth: depth + 1)
    }
    if let any = object.anyMember, let own = objects[target].anyMember {
      merge(other, any, into: Int(own), depth: depth + 1)
    }
  }
}

// MARK: - The size

extension ValueTable {
  /// The depths below the current limit.
  var smallerDepths: [Int] { Self.depths.filter { $0 < depthLimit } }

  /// Returns an empty table with this table's depth, or a smaller one.
  func emptied(depth: Int? = nil) -> ValueTable {
    var table = ValueTable()
    table.depthLimit = depth ?? depthLimit
    return table
  }
}

// MARK: - Parts

extension ValueTable {
  /// Whether a decoded table is a forest: each referenced value and object exists, and is
  /// referenced once: as a root, or by an earlier value.
  func isSound(roots: [ValueID]) -> Bool {
    var (found, foundObjects) = (Set<ValueID>(), Set<ObjectSummaryID>())
    func areNew(_ inner: some Sequence<ValueID>, behind number: Int = -1) -> Bool {
      inner.allSatisfy { number + 1..<values.count ~= Int($0) && found.insert($0).inserted }
    }
    func isNew(_ object: TaggedObjects, in number: Int) -> Bool {
      guard objects.indices.contains(Int(object.id)), foundObjects.insert(object.id).inserted,
        object.tag.map({ ObjectTag.keys.indices.contains($0.key) }) ?? true
      else { return false }
      let object = self.object(object.id)
      return [0, IdentityMember.names.count].contains(object.conflicts.count)
        && areNew(object.members.map(\.value), behind: number)
        && areNew([object.anyMember].compactMap(\.self), behind: number)
    }
    return Self.depths.contains(depthLimit) && areNew(roots)
      && values.enumerated().allSatisfy { number, value in
        areNew([value.element].compactMap(\.self), behind: number)
          && value.objects.allSatisfy { isNew($0, in: number) }
      }
  }
}
