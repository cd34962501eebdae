import CaptureSources

extension CheckWorkers {
  /// Reads an item as far as might be needed; if that was too far, it is read once more.
  func readInOrder(
    _ number: Int, _ empty: CaptureCheck, _ reader: inout CaptureReader, _ order: OrderedItems
  ) {
    // What may be a pipe cannot be read twice.
    let isOnce = reading.plan.items[number].input.isStream
    guard let most = order.turn(of: isOnce ? number : number - 4 * reading.jobCount) else { return }
    var part = read(number, upTo: most, isExact: isOnce, empty, &reader, order)
    // One that has none that counts can be added up whatever comes before it.
    if !part.found.isExact, part.found.count > 0 {
      guard let rest = order.turn(of: number) else { return }
      if part.found.count >= rest {
        part = read(number, upTo: rest, isExact: true, empty, &reader, order)
      }
    }
    order.add(part, of: number)
  }

  private func read(
    _ number: Int, upTo most: Int, isExact: Bool, _ empty: CaptureCheck,
    _ reader: inout CaptureReader, _ order: OrderedItems
  ) -> OrderedItems.Part {
    var (check, most, found) = (empty, most, OrderedItems.Found(isExact: isExact))
    let report: CaptureCheck.Report = { order.note($0, in: &found) }
    read(number, &check, &reader, report) { _, _ in
      guard !order.isOver else { return false }
      if !found.isExact, found.held.count > heldCount {
        guard let rest = order.turn(of: number), found.count < rest else { return false }
        (most, found.isExact) = (rest, true)
      }
      if found.isExact { order.release(&found, of: number) }
      return found.count < most
    }
    return OrderedItems.Part(check: check, found: found)
  }
}
