import JSONParsing

/// A question that a model asks, before the answer is known.
struct DecodingQuestion {
  let access: DecodingReading.Access
  let place: DecodingPlace
  var key: (any CodingKey)?
  var type: (any Any.Type)?
}

extension DecodingLog {
  /// Records a question while it is answered.
  ///
  /// - Parameters:
  ///   - codingPath: The decoder's path to the value; evaluated if the answer throws.
  ///   - isNil: Whether an answer means that there is no value.
  func note<Value>(
    _ question: DecodingQuestion, codingPath: @autoclosure () -> [any CodingKey],
    isNil: (Value) -> Bool = { _ in false }, _ body: () throws -> Value
  ) throws -> Value {
    let position = begin(question)
    do {
      let value = try body()
      end(position, outcome(question, isNil: isNil(value)))
      return value
    } catch {
      let thrown = ThrownError(error: error, codingPath: codingPath())
      update { $0.thrown[position] = thrown }
      end(position, .threw)
      throw error
    }
  }

  /// Records a question that has been answered already.
  func note(_ question: DecodingQuestion, isNil: Bool = false) {
    end(begin(question), outcome(question, isNil: isNil))
  }

  private func begin(_ question: DecodingQuestion) -> Int {
    let key = question.key?.stringValue
    return update { state in
      state.readings.append(
        DecodingReading(
          access: question.access, path: question.place.path, key: key, type: question.type,
          value: question.place.value, nearest: question.place.nearest, parent: state.open.last))
      state.open.append(state.readings.count - 1)
      state.marks.note(question)
      return state.readings.count - 1
    }
  }

  private func end(_ position: Int, _ outcome: DecodingReading.Outcome) {
    update { state in
      state.readings[position].outcome = outcome
      state.open.removeLast()
    }
  }

  private func outcome(
    _ question: DecodingQuestion, isNil: Bool
  ) -> DecodingReading.Outcome {
    if let value = question.place.value { return value.isNull ? .null : .value }
    return isNil || document != nil ? .absent : .value
  }
}

extension ReadMarks {
  fileprivate mutating func note(_ question: DecodingQuestion) {
    switch question.access {
    case .decode, .decodeIfPresent, .superDecoder: hand(question.place.value)
    case .contains: see(question.place.value)
    case .decodeNil: if question.key != nil { see(question.place.value) }
    case .allKeys, .nestedContainer, .nestedUnkeyedContainer: break
    }
  }
}

extension Optional {
  /// Whether the answer means that there is no value.
  var isNil: Bool { if case .none = self { true } else { false } }
}
