import CaptureSources

extension CheckWorkers {
  /// Reads items until a limit is reached.
  func work(_ empty: CaptureCheck, _ order: OrderedItems, _ output: (any Output)?) {
    var reader = reader(progress?.worker()) { isStopped() || order.isOver }
    while !isStopped(), let (number, most) = order.claim() {
      var again = read(number, most, empty, &reader, order, output)
      while let number = again { again = readAgain(number, empty, &reader, order, output) }
    }
  }

  /// - Returns: The item that has to be read once more.
  private func read(
    _ number: Int, _ most: Int, _ empty: CaptureCheck, _ reader: inout CaptureReader,
    _ order: OrderedItems, _ output: (any Output)?
  ) -> Int? {
    // What has no size, such as a pipe, cannot be read twice.
    guard plan.byteCounts[plan.items[number].number] > 0 else {
      return readAgain(number, empty, &reader, order, output)
    }
    let part = OrderedItems.Part(check: empty)
    return order.add(read(number, part, most, &reader, order, output), of: number)
  }

  /// Reads an item when it is its turn, up to where the limit is reached.
  private func readAgain(
    _ number: Int, _ empty: CaptureCheck, _ reader: inout CaptureReader, _ order: OrderedItems,
    _ output: (any Output)?
  ) -> Int? {
    guard let most = order.turn(of: number) else { return nil }
    let part = OrderedItems.Part(check: empty, isExact: true)
    return order.add(read(number, part, most, &reader, order, output), of: number)
  }

  private func read(
    _ number: Int, _ empty: OrderedItems.Part, _ most: Int, _ reader: inout CaptureReader,
    _ order: OrderedItems, _ output: (any Output)?
  ) -> OrderedItems.Part {
    let item = plan.items[number]
    var (part, most) = (empty, most)
    part.check.begin(ItemPlace(item))
    let canStop = item.segment == nil
    let outcome = reader.read(item) { record, body in
      if order.isOver || canStop && isStopped() { return .stop }
      var found: [CheckViolation] = []
      let answer = part.check.check(record, body) { found.append($0) }
      for violation in found where limit?.counts(violation) ?? false {
        part.count += 1
        part.last = violation
      }
      if output != nil { part.held += found }
      if !part.isExact, part.held.count > heldCount {
        guard let rest = order.turn(of: number), part.count < rest else { return .stop }
        (most, part.isExact) = (rest, true)
      }
      if part.isExact {
        for violation in part.held { output?.take(violation, of: number) }
        part.held = []
      }
      return part.count >= most ? .stop : answer
    }
    part.check.note(outcome, of: item)
    return part
  }
}
