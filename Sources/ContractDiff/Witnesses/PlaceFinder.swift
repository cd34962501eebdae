import ContractModel
import JSONParsing

/// Finds the difference that explains an effect at a place of a payload.
struct PlaceFinder {
  typealias Speaker = (side: Side, reading: PayloadReading)

  let table: PlaceTable
  let target: DiffTarget
  private let names: [Side: [MemberName: Origin]]

  init(_ table: PlaceTable, _ target: DiffTarget) {
    (self.table, self.target) = (table, target)
    names = [.old: Self.names(target.old.contract), .new: Self.names(target.new.contract)]
  }

  private static func names(_ contract: Contract) -> [MemberName: Origin] {
    Dictionary(
      (contract.mappings + contract.includedMappings).map { ($0.name, $0.origin) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the number of the difference: that of the line at the origin, of a line that reads the
  /// same value, of their mappings, or else of the values around it; `nil` if there is none nearby.
  ///
  /// - Parameters:
  ///   - origin: The place that causes the effect, in the contract of the speaker's side.
  ///   - speaker: The side that shows the effect, and its result for the payload.
  func number(
    at path: InstancePath, _ origin: Origin?, _ speaker: Speaker, _ other: PayloadReading
  ) -> Int? {
    if let origin, let own = table.numbers(at: origin.place, speaker.side).first { return own }
    if let line = line(at: path, speaker, other) { return line }
    if let origin, let owner = table.ownersNumber(of: origin, speaker.side) { return owner }
    var path = path
    while true {
      if let found = line(at: path, speaker, other) ?? mapping(at: path, speaker, other) {
        return found
      }
      guard path.steps.popLast() != nil else { break }
    }
    return whole(speaker.side)
  }

  private func line(at path: InstancePath, _ speaker: Speaker, _ other: PayloadReading) -> Int? {
    first(at: path, speaker, other) { line, side in
      table.numbers(at: line.origin.place, side).first
    }
  }

  /// Returns the difference of the mappings that a line names, or of the line's own mapping.
  private func mapping(at path: InstancePath, _ speaker: Speaker, _ other: PayloadReading) -> Int? {
    first(at: path, speaker, other) { line, side in
      named(line.value.type, side) ?? table.ownersNumber(of: line.origin, side)
    }
  }

  private func named(_ type: ValueType, _ side: Side) -> Int? {
    type.mappings.lazy.compactMap { name in
      names[side]?[name.value].flatMap { table.number(ofMapping: $0.place, side) }
    }.first
  }

  private func first(
    at path: InstancePath, _ speaker: Speaker, _ other: PayloadReading,
    _ number: (PropertyLine, Side) -> Int?
  ) -> Int? {
    let lines =
      (speaker.reading.lines[path] ?? []).map { ($0, speaker.side) }
      + (other.lines[path] ?? []).map { ($0, speaker.side.other) }
    for (line, side) in lines {
      if let found = number(line, side) { return found }
    }
    return nil
  }

  /// Returns the difference of the endpoint, or of the mappings of the payload.
  private func whole(_ side: Side) -> Int? {
    for side in [side, side.other] {
      let half = target[side]
      if let endpoint = half.endpoint,
        let number = table.numbers(at: endpoint.origin.place, side).first
      {
        return number
      }
      let type: ValueType? =
        switch (half.target, half.endpoint?.body) {
        case (.type(_, let value), _), (_, .value(let value)?): value.type
        default: nil
        }
      if let number = type.flatMap({ named($0, side) }) { return number }
    }
    return nil
  }
}
