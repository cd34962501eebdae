extension ScreenWalk {
  func object(
    _ start: ScreenText, _ all: UnsafeMutablePointer<ScreenNode>
  ) -> ScreenText? {
    guard let node = chosen(start, all), enter() else { return nil }
    var (seen, nulls, identity) = (MemberSet(), MemberSet(), ScreenIdentity.integer(0))
    let fields = node.pointee.fields
    // The guess for the first field is field 0.
    var guess = 0
    var previous: UnsafeMutablePointer<ScreenField>?
    var text = behindBlanks(start + 1)
    if text.pointee != UInt8(ascii: "}") {
      while true {
        guard text.pointee == UInt8(ascii: "\"") else { return nil }
        text += 1
        var field = fields + guess
        let isGuessed = guess < node.pointee.fieldCount
        if !isGuessed || !field.pointee.isName(at: text) {
          // A member that was present the last time is often absent.
          if isGuessed, fields[Int(field.pointee.next)].isName(at: text) {
            field = fields + Int(field.pointee.next)
          } else {
            guard let found = named(text, node) else { return nil }
            field = fields + found
            previous?.pointee.next = Int32(truncatingIfNeeded: found)
          }
        }
        text = behindBlanks(text + (field.pointee.length &+ 1))
        guard text.pointee == UInt8(ascii: ":") else { return nil }
        text = behindBlanks(text + 1)
        let bit = field.pointee.bit
        guard !seen.meets(bit) else { return nil }  // a duplicate name
        seen.formUnion(bit)
        let wanted = field.pointee.value
        switch text.pointee {
        case UInt8(ascii: "\""):
          guard let end = string(text, wanted) else { return nil }
          if field.pointee.isIdentity {
            let length = end - text - 2
            guard (text + 1).isPlain(count: length) else { return nil }
            identity = .text(ScreenName(text + 1, length: length))
          }
          text = end
        case UInt8(ascii: "{"):
          guard let end = container(text, wanted, isObject: true) else { return nil }
          text = end
        case UInt8(ascii: "["):
          guard let end = container(text, wanted, isObject: false) else { return nil }
          text = end
        case UInt8(ascii: "n"):
          guard text.isNull else { return nil }
          if !wanted.kinds.contains(.unread) {
            guard wanted.kinds.contains(.null) else { return nil }
            nulls.formUnion(bit)
          }
          text += 4
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
          guard let end = bool(text, wanted) else { return nil }
          text = end
        default:
          guard let number = number(text, wanted) else { return nil }
          if field.pointee.isIdentity { identity = .integer(number.value) }
          text = number.end
        }
        text = behindBlanks(text)
        if text.pointee == UInt8(ascii: "}") { break }
        guard text.pointee == UInt8(ascii: ",") else { return nil }
        text = behindBlanks(text + 1)
        guess = Int(field.pointee.next)
        previous = field
      }
    }
    state.pointee.depth &-= 1
    guard note(node, seen, nulls) else { return nil }
    if node.pointee.isIdentified, !mention(node, identity, start, text + 1) { return nil }
    return text + 1
  }

  /// Returns the node of an object, if a member selects it.
  @inline(__always)
  private func chosen(
    _ start: ScreenText, _ node: UnsafeMutablePointer<ScreenNode>
  ) -> UnsafeMutablePointer<ScreenNode>? {
    guard let choice = node.pointee.choice else { return node }
    guard let text = value(of: choice, start), text.pointee == UInt8(ascii: "\""),
      let end = stringEnd(text + 1), (text + 1).isPlain(count: end - text - 2)
    else { return nil }
    let number = choice.pointee.node(at: text + 1)
    return number >= 0 ? nodes + Int(number) : nil
  }

  /// Returns the position of the value of a choice's member at its first occurrence in an object.
  private func value(
    of choice: UnsafeMutablePointer<ScreenChoice>, _ start: ScreenText
  ) -> ScreenText? {
    var text = behindBlanks(start + 1)
    while text.pointee == UInt8(ascii: "\"") {
      let isFound = choice.pointee.isName(at: text + 1)
      guard let end = stringEnd(text + 1) else { return nil }
      text = behindBlanks(end)
      guard text.pointee == UInt8(ascii: ":") else { return nil }
      text = behindBlanks(text + 1)
      if isFound { return text }
      guard let end = value(text, .unread) else { return nil }
      text = behindBlanks(end)
      guard text.pointee == UInt8(ascii: ",") else { return nil }
      text = behindBlanks(text + 1)
    }
    return nil
  }

  @inline(__always)
  private func note(
    _ node: UnsafeMutablePointer<ScreenNode>, _ seen: MemberSet, _ nulls: MemberSet
  ) -> Bool {
    guard node.pointee.knows(seen, nulls) || isLearned(node, seen, nulls) else { return false }
    let count = state.pointee.journalCount
    guard count < ScreenState.journalCapacity else { return false }
    state.pointee.journal[count] = ScreenJournalEntry(node: node, seen: seen, nulls: nulls)
    state.pointee.journalCount = count &+ 1
    return true
  }

  @inline(never)
  private func isLearned(
    _ node: UnsafeMutablePointer<ScreenNode>, _ seen: MemberSet, _ nulls: MemberSet
  ) -> Bool {
    guard node.pointee.isObject(seen, nulls) else { return false }
    guard state.pointee.isLearning else {
      state.pointee.isNew = true
      return false
    }
    node.pointee.learn(seen, nulls)
    return true
  }

  /// Returns the number of the field whose name is at a position; while learning, adds a field for
  /// a new name.
  @inline(never)
  private func named(_ text: ScreenText, _ node: UnsafeMutablePointer<ScreenNode>) -> Int? {
    guard let end = stringEnd(text) else { return nil }
    let length = end - text - 1
    guard text.isPlain(count: length) else { return nil }
    if let number = node.pointee.field(named: ScreenName(text, length: length)) { return number }
    guard !node.pointee.isFull else { return nil }
    guard state.pointee.isLearning else {
      state.pointee.isNew = true
      return nil
    }
    return node.pointee.append(UnsafeBufferPointer(start: text, count: length), .unread)
  }

  /// Notes an object with an identity.
  ///
  /// - Returns: Whether the object is new in the record, or equal to an earlier mention, byte for
  ///   byte. If two mentions differ, the screen does not know the result.
  private func mention(
    _ node: UnsafeMutablePointer<ScreenNode>, _ identity: ScreenIdentity, _ start: ScreenText,
    _ end: ScreenText
  ) -> Bool {
    let count = state.pointee.mentionCount
    for index in 0..<count {
      let other = state.pointee.mentions[index]
      guard other.identity.isEqual(to: identity),
        other.node.pointee.family == node.pointee.family
      else { continue }
      return other.node == node && other.end - other.start == end - start
        && start.isSame(as: other.start, count: end - start)
    }
    guard count < ScreenState.mentionCapacity else { return false }
    state.pointee.mentions[count] = ScreenMention(
      node: node, identity: identity, start: start, end: end)
    state.pointee.mentionCount = count &+ 1
    return true
  }
}
