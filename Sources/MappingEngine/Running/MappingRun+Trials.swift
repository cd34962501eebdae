import ContractModel

// Trials map elements that may be bad; all effects of a bad element are taken back (§ 21).

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

  /// Ends the most recent trial.
  ///
  /// - Parameter problem: A problem of the value as a whole.
  /// - Returns: The event that makes the value bad, after all effects of the value were taken back;
  ///   `nil`, if the value is valid. A too deep value is not taken back, whatever the line's policy
  ///   for elements is.
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

  /// Saves a record of the identities before it changes, so that the trial can restore it.
  mutating func noteChange(ofRecord record: Int) {
    guard recording.trialCount > 0 else { return }
    mentions.changes.append(.record(at: record, was: destination.identities[record]))
  }
}
