import MapperTesting

/// The mode of a check of mappers, which is determined before anything is mapped.
///
/// The enumeration is indirect because a run is large, and in a build without optimisation every
/// copy of it is code.
indirect enum MapperTestMode {
  /// This process is a child that is asked about payloads.
  case answering([EndpointPayload], by: [MapperUnderTest])
  /// This process is a child that is asked about another check.
  case idle
  /// Some payloads end the process: nothing else is tried.
  case trapped([Cause])
  /// Nothing can be tested; the associated value is the reason, for people.
  case impossible(String)
  /// All payloads are mapped, or only the replayed one.
  case mapping(MapperRun, replaying: Replay?)

  var run: MapperRun? { if case .mapping(let run, _) = self { run } else { nil } }

  /// Maps the payloads of the mode. A child that answers ends here.
  func findings(
    until isOver: @escaping () -> Bool
  ) -> (causes: [Cause], coverage: MapperCoverage) {
    switch self {
    case .answering(let payloads, let mappers): ChildRun.answer(to: payloads, by: mappers)
    case .idle, .impossible: ([], MapperCoverage())
    case .trapped(let causes): (causes, MapperCoverage())
    case .mapping(let run, _): run.run(until: isOver)
    }
  }
}
