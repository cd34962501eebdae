import JSONParsing

extension DecodingLog {
  /// Records a reading while it is made.
  ///
  /// - Parameters:
  ///   - codingPath: The decoder's path to the value; evaluated if the answer throws.
  ///   - isNil: Whether an answer means that there is no value.
  func note<Value>(
    _ reading: DecodingReading, codingPath: @autoclosure () -> [any CodingKey],
    isNil: (Value) -> Bool = { _ in false }, _ body: () throws -> Value
  ) throws -> Value {
    let position = begin(reading)
    do {
      let value = try body()
      end(position, outcome(reading, isNil: isNil(value)))
      return value
    } catch {
      let thrown = ThrownError(error: error, codingPath: codingPath())
      update { $0.thrown[position] = thrown }
      end(position, .threw)
      throw error
    }
  }

  /// Records a reading that has been made already.
  func note(_ reading: DecodingReading, isNil: Bool = false) {
    end(begin(reading), outcome(reading, isNil: isNil))
  }

  private func begin(_ reading: DecodingReading) -> Int {
    update { state in
      let position = state.readings.count
      state.readings.append(reading)
      state.readings[position].parent = state.open.last
      state.open.append(position)
      state.marks.note(reading)
      return position
    }
  }

  private func end(_ position: Int, _ outcome: DecodingReading.Outcome) {
    update { state in
      state.readings[position].outcome = outcome
      state.open.removeLast()
    }
  }

  private func outcome(
    _ reading: DecodingReading, isNil: Bool
  ) -> DecodingReading.Outcome {
    if let value = reading.place.value { return value.isNull ? .null : .value }
    return isNil || document != nil ? .absent : .value
  }
}

extension ReadMarks {
  fileprivate mutating func note(_ reading: DecodingReading) {
    switch reading.access {
    case .decode, .decodeIfPresent, .superDecoder: hand(reading.place.value)
    case .contains: see(reading.place.value)
    case .decodeNil: if reading.key != nil { see(reading.place.value) }
    case .allKeys, .nestedContainer, .nestedUnkeyedContainer: break
    }
  }
}

extension Optional {
  /// Whether the answer means that there is no value.
  var isNil: Bool { if case .none = self { true } else { false } }
}
