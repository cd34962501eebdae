import ContractModel

// Elements that may be bad: whatever came of one is taken back (§ 21).

extension MappingRun {
  /// The state of a run before an element.
  struct Trial {
    fileprivate var recording: Recording
    fileprivate var root: MappingRoot
    fileprivate var sink: Int
    fileprivate var destination: Destination.Trial
    fileprivate var connectionCount: Int
    fileprivate var lossCount: Int
    fileprivate var constantCount: Int
    fileprivate var mentionChangeCount: Int
    fileprivate var causeCount: Int
  }

  mutating func beginTrial() -> Trial {
    let trial = Trial(
      recording: recording, root: root, sink: sink.beginTrial(),
      destination: destination.beginTrial(), connectionCount: connections.count,
      lossCount: losses.count, constantCount: mentions.constants.count,
      mentionChangeCount: mentions.changes.count, causeCount: causes.count)
    recording.beginTrial()
    return trial
  }

  /// Ends the trial that began last.
  ///
  /// - Parameter problem: Of the value as a whole.
  /// - Returns: The event that says why the value is bad, after all that came of it was taken back; `nil`
  ///   if it is right. What is too deep is told whatever the line says of elements.
  mutating func end(
    _ trial: Trial, _ evaluated: Evaluated, _ event: (MappingProblem) -> RawEvent
  ) -> RawEvent? {
    var cause = recording.firstError
    if case .failed(let problem?) = evaluated { cause = event(problem) }
    let takesBack = cause != nil && !depth.isOver
    recording.endTrial(trial.recording, takesBack: takesBack)
    sink.endTrial(trial.sink, takesBack: takesBack)
    if takesBack { takeBack(trial) }
    destination.endTrial(trial.destination, takesBack: takesBack)
    if recording.trialCount == 0 { mentions.changes.removeAll(keepingCapacity: true) }
    return takesBack ? cause : nil
  }

  private mutating func takeBack(_ trial: Trial) {
    root = trial.root
    connections.removeLast(connections.count - trial.connectionCount)
    losses.removeLast(losses.count - trial.lossCount)
    causes.removeLast(causes.count - trial.causeCount)
    mentions.constants.removeLast(mentions.constants.count - trial.constantCount)
    while mentions.changes.count > trial.mentionChangeCount,
      let change = mentions.changes.popLast()
    {
      switch change {
      case .node(let place, let node): mentions.nodes[place] = node
      case .record(let number, let record): destination.identities[number] = record
      }
    }
  }

  /// Keeps what is noted of a record of the identities before it changes.
  mutating func noteChange(ofRecord record: Int) {
    guard recording.trialCount > 0 else { return }
    mentions.changes.append(.record(at: record, was: destination.identities[record]))
  }
}
