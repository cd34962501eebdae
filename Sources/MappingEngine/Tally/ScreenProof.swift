#if DEBUG
  import JSONParsing
  import RecordScreening

  /// The engine's results for the payloads that a screen passes. In debug builds both run, and a
  /// difference traps.
  struct ScreenProof: Sendable {
    private var expected: MappingTally
    private var counted: MappingTally

    init(_ mapper: Mapper) { (expected, counted) = (MappingTally(mapper), MappingTally(mapper)) }

    /// Lets the engine check a payload that passed the screen, which still has the identities.
    mutating func note(
      _ body: Span<UInt8>, as target: PlanTarget, of endpoint: Int, maximumDepth: Int,
      _ screen: RecordScreen
    ) {
      var options = JSONParsingOptions.strict
      options.maximumDepth = maximumDepth
      let bytes = body.withUnsafeBufferPointer { Array($0) }
      guard let document = try? JSONDocument(parsing: bytes, options: options) else {
        preconditionFailure("a screen let pass what is not JSON")
      }
      let problems = expected.add(document, as: target, of: endpoint)
      precondition(
        problems.isEmpty && !document.root.isEmptyContainer,
        "a screen let pass a payload with problems: \(problems.events)")
      screen.forEachFingerprint { counted.identities[Int($0)].insert($1) }
    }

    /// Compares the counts that `settle` adds to a tally with those of the engine.
    func compare(_ settle: (inout MappingTally) -> Void) {
      var all = counted
      settle(&all)
      let (found, wanted) = (all.contents, expected.contents)
      precondition(found == wanted, "a screen counts \(found), the engine \(wanted)")
    }
  }
#endif
