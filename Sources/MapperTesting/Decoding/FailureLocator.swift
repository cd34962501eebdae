import JSONParsing

/// Finds out why a decode failed, and where.
///
/// Foundation leaves the path out of some errors, and models swallow others. The locator therefore
/// follows the error from the top inwards: to the last reading during which it was thrown, and to
/// the last reading inside that one. Where the error's coding path goes beyond the innermost
/// reading, the rest is added to the place of that reading.
struct FailureLocator {
  private let log: DecodingLog
  private let readings: [DecodingReading]
  private let thrown: [Int: ThrownError]
  /// The readings that threw, by the reading during which they did.
  private let throwers: [Int?: [Int]]

  init(_ state: DecodingLog.State, log: DecodingLog) {
    self.log = log
    readings = state.readings
    thrown = state.thrown
    throwers = Dictionary(grouping: thrown.keys.sorted()) { state.readings[$0].parent }
  }

  /// Why reading the whole payload threw; `nil` if it did not.
  var failure: DecodingFailure? {
    guard var error = thrown[0] else { return nil }
    var position = 0
    while let next = throwers[position]?.last(where: { thrown[$0]?.isSame(as: error) ?? false }),
      let inner = thrown[next]
    {
      (position, error) = (next, inner)
    }
    return failure(error, in: readings[position])
  }

  /// - Parameter reading: The innermost reading that threw; `nil` if only the error says where.
  func failure(_ error: ThrownError, in reading: DecodingReading?) -> DecodingFailure {
    let place = place(of: error, from: reading?.place ?? .root(log.document))
    let value = place.value
    return DecodingFailure(
      path: place.path, byteRange: value?.byteRange,
      nearest: place.nearest,
      message: DecodingMessage(
        error: error.error, value: value, typeName: reading?.typeName
      ).text,
      error: error.error)
  }

  // MARK: - Coding paths

  private func place(of error: ThrownError, from start: DecodingPlace) -> DecodingPlace {
    let full = (error.error as? DecodingError)?.fullCodingPath ?? []
    let known = error.codingPath
    let isBelow = zip(full, known).allSatisfy { $0.stringValue == $1.stringValue }
    guard full.count > known.count, isBelow else { return start }
    return full.indices.dropFirst(known.count).reduce(start) { place, index in
      step(from: place, by: full[index], at: Array(full[..<index]))
    }
  }

  private func step(
    from place: DecodingPlace, by key: any CodingKey, at codingPath: [any CodingKey]
  ) -> DecodingPlace {
    if let index = key.intValue, place.value?.kind != .object {
      return place.element(index, place.value?[index])
    }
    let name = key.stringValue
    guard let object = place.value else {
      return place.missingMember(log.conversion.memberName(for: name))
    }
    let member =
      log.members(of: object, at: codingPath)[name] ?? KeyConversion.firstMembers(of: object)[name]
    return member.map(place.member)
      ?? place.missingMember(log.conversion.memberName(for: name))
  }
}

extension DecodingError {
  /// The coding path, including the key that was not found.
  package var fullCodingPath: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    case .keyNotFound(let key, let context): context.codingPath + [key]
    @unknown default: []
    }
  }
}
