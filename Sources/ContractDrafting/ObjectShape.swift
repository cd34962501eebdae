import JSONParsing
import MappingEngine

/// Objects at one place with one tag. Mappings are made of shapes.
struct ObjectShape {
  /// A member: the number of its key, and the facts of its values.
  struct Member {
    let key: Int
    let value: ValueID
    let count: Int
    let kinds: KindSet
    /// The shapes of the objects in the member, including those in its arrays, each with its tag.
    var inner: [(tag: ObjectTag?, shape: Int)] = []
  }

  let object: ObjectSummaryID
  let tag: ObjectTag?
  let count: Int
  /// The key that names the place.
  let name: String
  /// Whether the place is one of many below the key.
  let isPlural: Bool
  /// The keys from the root's label; `[]` for elements, `*` for any key.
  let place: [MemberName]
  /// The shape around this one.
  let outer: Int?
  /// The event whose data the shape is.
  let event: MemberName?
  let isDictionary: Bool
  /// Whether the shape is an envelope, whose lines are in the endpoint.
  let isEnvelope: Bool
  /// The members by key; empty if keys are not distinguished.
  var members: [Member] = []

  static let element: MemberName = "[]"
  static let anyKey: MemberName = "*"

  /// Whether the shape becomes part of a mapping.
  var isMapped: Bool { !isDictionary && !isEnvelope && !members.isEmpty }
}

/// A payload that a contract describes, in which shapes are found.
struct DraftRoot {
  let label: MemberName
  /// The word that names the root's mapping.
  let hint: String
  let isEvent: Bool
  /// Whether envelopes have no mapping.
  var hasEnvelopes = false
  let values: [ValueID]
}

/// All shapes of a contract, in an order that depends only on the shapes.
struct ObjectShapes {
  let table: ValueTable
  private(set) var shapes: [ObjectShape] = []
  private(set) var keys: [MemberName] = []
  private(set) var roots: [[(tag: ObjectTag?, shape: Int)]] = []
  private var numbers: [MemberName: Int] = [:]
  private var shapesOfObjects: [ObjectSummaryID: Int] = [:]

  init(_ roots: [DraftRoot], in table: ValueTable) {
    self.table = table
    keys = Set(roots.flatMap(\.values).flatMap { Self.keys(of: $0, in: table) }).sorted()
    numbers = Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
    for root in roots {
      let place = Place(name: root.hint, isPlural: false, path: [root.label])
      let event = root.isEvent ? root.label : nil
      self.roots.append(
        root.values.flatMap { value in
          let isEnvelope = root.hasEnvelopes && table.isEnvelope(value)
          return collect(value, place, outer: nil, event: event, isEnvelope: isEnvelope)
        })
    }
  }

  subscript(shape: Int) -> ObjectShape { shapes[shape] }

  func shape(of object: ObjectSummaryID) -> Int? { shapesOfObjects[object] }

  private static func keys(of value: ValueID, in table: ValueTable) -> Set<MemberName> {
    var keys: Set<MemberName> = []
    var rest = [value]
    while let id = rest.popLast() {
      let value = table[id]
      if let element = value.element { rest.append(element) }
      for object in value.objects.map({ table.object($0.id) }) {
        for member in object.sortedMembers {
          keys.insert(member.name)
          rest.append(member.value)
        }
        if let any = object.anyMember { rest.append(any) }
      }
    }
    return keys
  }

  private struct Place {
    var name: String
    var isPlural: Bool
    var path: [MemberName]
  }

  /// - Returns: The shapes of the objects at a place, including those in arrays.
  private mutating func collect(
    _ value: ValueID, _ place: Place, outer: Int?, event: MemberName?, isEnvelope: Bool = false
  ) -> [(tag: ObjectTag?, shape: Int)] {
    var found: [(tag: ObjectTag?, shape: Int)] = []
    for object in table[value].sortedObjects {
      found.append((object.tag, collect(object, place, outer, event, isEnvelope: isEnvelope)))
    }
    if let element = table[value].element {
      let path = place.path + [ObjectShape.element]
      found += collect(
        element, Place(name: place.name, isPlural: true, path: path), outer: outer, event: nil)
    }
    return found
  }

  private mutating func collect(
    _ tagged: TaggedObjects, _ place: Place, _ outer: Int?, _ event: MemberName?, isEnvelope: Bool
  ) -> Int {
    let object = table.object(tagged.id)
    let number = shapes.count
    let isDictionary = table.isDictionary(object)
    shapes.append(
      ObjectShape(
        object: tagged.id, tag: tagged.tag, count: object.count, name: place.name,
        isPlural: place.isPlural, place: place.path, outer: outer, event: event,
        isDictionary: isDictionary, isEnvelope: isEnvelope))
    shapesOfObjects[tagged.id] = number
    for member in object.sortedMembers where isDictionary || member.name.canBeWritten {
      let value = table[member.value]
      // The content of an envelope has the endpoint's name.
      let isOwn = !isDictionary && !(isEnvelope && Words.isGeneric(member.name.text))
      let inner = collect(
        member.value,
        Place(
          name: isOwn ? member.name.text : place.name, isPlural: isDictionary,
          path: place.path + [member.name]), outer: number, event: nil)
      shapes[number].members.append(
        ObjectShape.Member(
          key: numbers[member.name] ?? 0, value: member.value, count: value.count,
          kinds: KindSet(value.kinds), inner: inner))
    }
    if let any = object.anyMember {
      _ = collect(
        any,
        Place(name: place.name, isPlural: true, path: place.path + [ObjectShape.anyKey]),
        outer: number, event: nil)
    }
    return number
  }
}

extension MemberName {
  /// Whether a line can name the member. An unpaired surrogate, which is read as U+FFFD, has no
  /// UTF-8.
  var canBeWritten: Bool { !text.unicodeScalars.contains("\u{FFFD}") }
}

// MARK: - Envelopes and dictionaries

extension ValueTable {
  /// The maximum number of members of an envelope.
  private static let mostCarried = 6

  /// Whether a body has objects that are envelopes: `{"user": {…}}`, `{"data": {…}, "meta": {…}}`.
  /// Its only member has objects, or its only member with a generic name does; all other members
  /// are scalars or describe the response.
  func isEnvelope(_ id: ValueID) -> Bool {
    let value = self[id]
    guard KindSet(value.kinds) == .object, value.kinds[.null] == 0, value.objects.count == 1,
      let tagged = value.objects.first, tagged.tag == nil
    else { return false }
    let object = self.object(tagged.id)
    let members = object.sortedMembers
    guard !isDictionary(object), 1...Self.mostCarried ~= members.count,
      members.allSatisfy(\.name.canBeWritten),
      !members.contains(where: { IdentityMember.names.contains($0.name) })
    else { return false }
    let holding = members.filter { holdsObjects($0.value) }
    if members.count == 1 { return holding.count == 1 }
    let carried = holding.filter { Words.isGeneric($0.name.text) }
    return carried.count == 1
      && holding.allSatisfy { Words.isGeneric($0.name.text) || KeyHints.isOfResponse($0.name.text) }
  }

  /// Returns the member that is the only one of all bodies: `user` of `{"user": {…}}`.
  func onlyMember(of values: [ValueID]) -> (name: MemberName, values: [ValueID])? {
    let members = values.map { value -> [ObjectSummary.Member] in
      isEnvelope(value) ? object(self[value].objects[0].id).sortedMembers : []
    }
    guard let name = members.first?.first?.name,
      name.text.utf8.allSatisfy({ KeyName.isLetter($0) || $0 == UInt8(ascii: "_") }),
      members.allSatisfy({ $0.count == 1 && $0[0].name == name })
    else { return nil }
    return (name, members.map { $0[0].value })
  }

  private func holdsObjects(_ id: ValueID) -> Bool {
    let value = self[id]
    return !value.objects.isEmpty || value.element.map { !self[$0].objects.isEmpty } ?? false
  }

  /// Whether the keys of objects are data.
  func isDictionary(_ object: ObjectSummary) -> Bool {
    if object.anyMember != nil { return true }
    let members = object.sortedMembers
    guard members.count > 1, object.count > 0 else {
      return members.count == 1 && KeyHints.isData(members[0].name.text)
    }
    let values = members.map { self[$0.value] }
    let kinds = values.map { KindSet($0.kinds) }.filter { !$0.isEmpty }
    guard let kind = kinds.first, kind.isSingle, kinds.allSatisfy({ $0 == kind }) else {
      return false
    }
    if kind == .object {
      let keys = members.map { rootKeys(of: $0.value) }
      let alike = keys.reduce(0.0) { $0 + Self.overlap(keys[0], $1) } / Double(keys.count)
      guard alike >= 0.7 else { return false }
      if members.count >= 8, keys.allSatisfy({ $0.isEmpty || $0.count >= 3 }) { return true }
    }
    if members.count(where: { KeyHints.isData($0.name.text) }) * 2 >= members.count { return true }
    if kind == .text, members.count >= 6, isOneSetOfWords(values) { return true }
    let shares = values.map { Double($0.count) / Double(object.count) }
    return members.count >= 8 && object.count >= 3 && shares.allSatisfy { $0 < 1 }
      && shares.reduce(0, +) / Double(shares.count) < 0.5
  }

  static func overlap(_ one: Set<MemberName>, _ other: Set<MemberName>) -> Double {
    let all = one.union(other).count
    return all == 0 ? 0 : Double(one.intersection(other).count) / Double(all)
  }

  /// Whether all texts are from a small set of words, as in permissions.
  private func isOneSetOfWords(_ values: [ValueSummary]) -> Bool {
    var words: Set<MemberName> = []
    for value in values {
      guard let counts = value.samples?.counts else { return false }
      words.formUnion(counts.keys)
    }
    return words.count <= 4 && words.allSatisfy { Token.isToken($0.text.utf8) }
  }
}
