/// The number of objects of a node that have the same members, with the same ones null.
struct ScreenShape {
  var seen = MemberSet()
  var nulls = MemberSet()
  var count = 0
}

/// An object that a screen knows, with the combinations of members in clean records.
///
/// The node owns all of its memory, which lives as long as the screen.
struct ScreenNode {
  let fields: UnsafeMutablePointer<ScreenField>
  private(set) var fieldCount = 0
  /// A hash table of field numbers; −1 is empty.
  private let table: UnsafeMutablePointer<Int16>
  /// One shape per hash value; a shape that is replaced is added to the sums.
  private let shapes: UnsafeMutablePointer<ScreenShape>
  /// For each field, how often it was present and how often null; followed by the number of
  /// objects.
  private let sums: UnsafeMutablePointer<Int>
  /// The members of the plan.
  private(set) var read = MemberSet()
  /// One of these members must be present and not null, if objects are made.
  private var making = MemberSet()
  private let isMapped: Bool
  /// All of these members must be present and not null, too.
  private var identifying = MemberSet()
  /// The members that were absent, and those that were null, in clean records.
  private var absent = MemberSet()
  private var nulls = MemberSet()
  let family: Int32
  let type: Int32
  let isIdentified: Bool
  /// A pointer, because a value would be copied for each object.
  let choice: UnsafeMutablePointer<ScreenChoice>?

  private static let tableSize = 256
  private static let shapeCount = 128

  init(_ plan: ScreenPlan.Node) {
    precondition(plan.members.count <= ScreenPlan.mostMembers)
    fields = .allocate(capacity: MemberSet.capacity)
    table = .allocate(capacity: Self.tableSize)
    table.initialize(repeating: -1, count: Self.tableSize)
    shapes = .allocate(capacity: Self.shapeCount)
    shapes.initialize(repeating: ScreenShape(), count: Self.shapeCount)
    sums = .allocate(capacity: 2 * MemberSet.capacity + 1)
    sums.initialize(repeating: 0, count: 2 * MemberSet.capacity + 1)
    (family, type) = (plan.family, plan.type)
    (isIdentified, isMapped) = (plan.identity != nil, plan.isMapped)
    choice = plan.choice.map {
      let choice = UnsafeMutablePointer<ScreenChoice>.allocate(capacity: 1)
      choice.initialize(to: ScreenChoice($0))
      return choice
    }
    for (number, member) in plan.members.enumerated() {
      member.name.withUnsafeBufferPointer {
        _ = append($0, member.value, isIdentity: number == plan.identity)
      }
      read.formUnion(MemberSet(number))
      if member.makesObject { making.formUnion(MemberSet(number)) }
    }
    if let identity = plan.identity { identifying = MemberSet(identity) }
  }

  func deallocate() {
    for number in 0..<fieldCount { fields[number].name.deallocate() }
    choice?.pointee.deallocate()
    choice?.deallocate()
    fields.deallocate()
    table.deallocate()
    shapes.deallocate()
    sums.deallocate()
  }

  // MARK: - Names

  var isFull: Bool { fieldCount == MemberSet.capacity }

  private static func position(of name: ScreenName) -> Int {
    Int(truncatingIfNeeded: name.mixed >> 40) & (tableSize - 1)
  }

  /// Returns the number of the field with a name; `nil`, if there is none.
  func field(named name: ScreenName) -> Int? {
    var position = Self.position(of: name)
    while table[position] >= 0 {
      let number = Int(table[position])
      if fields[number].length == name.length,
        name.start.isSame(as: fields[number].name, count: name.length)
      {
        return number
      }
      position = (position + 1) & (Self.tableSize - 1)
    }
    return nil
  }

  /// Adds a new field; there must be room for it.
  mutating func append(
    _ name: UnsafeBufferPointer<UInt8>, _ value: ScreenPlan.Value, isIdentity: Bool = false
  ) -> Int {
    let number = fieldCount
    (fields + number).initialize(
      to: ScreenField(name, number: number, value, isIdentity: isIdentity))
    fieldCount += 1
    var position = Self.position(of: ScreenName(fields[number].name, length: name.count))
    while table[position] >= 0 { position = (position + 1) & (Self.tableSize - 1) }
    table[position] = Int16(number)
    return number
  }

  // MARK: - Shapes

  @inline(__always)
  private func place(_ seen: MemberSet, _ nulls: MemberSet) -> UnsafeMutablePointer<ScreenShape> {
    let mixed =
      (seen.low ^ nulls.low &* 0x9e37_79b9_7f4a_7c15 ^ seen.high &* 0x94d0_49bb_1331_11eb
        ^ nulls.high &* 0xd6e8_feb8_6659_fd93) &* 0xbf58_476d_1ce4_e5b9
    return shapes + (Int(truncatingIfNeeded: mixed >> 48) & (Self.shapeCount - 1))
  }

  /// Returns whether the result for an object with some members is known from clean records.
  @inline(__always)
  func knows(_ seen: MemberSet, _ nulls: MemberSet) -> Bool {
    let shape = place(seen, nulls)
    return shape.pointee.count > 0 && shape.pointee.seen == seen && shape.pointee.nulls == nulls
      || isCovered(seen, nulls)
  }

  /// Returns whether an object can be made of the present members.
  func isObject(_ seen: MemberSet, _ nulls: MemberSet) -> Bool {
    let present = seen.subtracting(nulls)
    return identifying.isSubset(of: present) && (!isMapped || present.meets(making))
  }

  /// Returns whether the result for an object is known. The result for an absent member depends on
  /// the member and on each unread name beside it; the result for a null depends on its member
  /// only.
  @inline(never)
  private func isCovered(_ seen: MemberSet, _ nulls: MemberSet) -> Bool {
    let gone = read.subtracting(seen)
    guard isObject(seen, nulls), gone.isSubset(of: absent), nulls.isSubset(of: self.nulls) else {
      return false
    }
    var isKnown = true
    seen.subtracting(read).visit {
      if !gone.isSubset(of: fields[$0].absentBeside) { isKnown = false }
    }
    return isKnown
  }

  /// Notes the members of an object in a clean record.
  mutating func learn(_ seen: MemberSet, _ nulls: MemberSet) {
    let gone = read.subtracting(seen)
    absent.formUnion(gone)
    self.nulls.formUnion(nulls)
    seen.subtracting(read).visit { fields[$0].absentBeside.formUnion(gone) }
  }

  // MARK: - Counts

  @inline(__always)
  func count(_ seen: MemberSet, _ nulls: MemberSet) {
    let shape = place(seen, nulls)
    if shape.pointee.seen == seen, shape.pointee.nulls == nulls {
      shape.pointee.count += 1
    } else {
      replace(shape, seen, nulls)
    }
  }

  @inline(never)
  private func replace(
    _ shape: UnsafeMutablePointer<ScreenShape>, _ seen: MemberSet, _ nulls: MemberSet
  ) {
    add(shape.pointee, to: sums)
    shape.pointee = ScreenShape(seen: seen, nulls: nulls, count: 1)
  }

  private func add(_ shape: ScreenShape, to sums: UnsafeMutablePointer<Int>) {
    guard shape.count > 0 else { return }
    sums[2 * MemberSet.capacity] += shape.count
    shape.seen.visit { sums[$0] += shape.count }
    shape.nulls.visit { sums[MemberSet.capacity + $0] += shape.count }
  }

  var counts: ScreenCounts.Node {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 2 * MemberSet.capacity + 1) { all in
      let all = all.baseAddress.unsafelyUnwrapped  // it is not empty
      all.initialize(from: sums, count: 2 * MemberSet.capacity + 1)
      for index in 0..<Self.shapeCount { add(shapes[index], to: all) }
      let read = (0..<fieldCount).filter { fields[$0].isRead }
      let others = (0..<fieldCount).filter { !fields[$0].isRead && all[$0] > 0 }
      return ScreenCounts.Node(
        objectCount: all[2 * MemberSet.capacity],
        members: read.map {
          ScreenCounts.Member(there: all[$0], null: all[MemberSet.capacity + $0])
        },
        others: others.map { number in
          let field = fields[number]
          let name = UnsafeBufferPointer(start: UnsafePointer(field.name), count: field.length)
          return (name: Array(name), count: all[number])
        })
    }
  }
}
