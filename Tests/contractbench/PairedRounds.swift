/// Two ways of doing one thing, timed in turn: A B A B …, so that a machine that drifts drifts for
/// both.
struct PairedRounds {
  /// Seconds, one a round.
  private(set) var ours: [Double] = []
  private(set) var peers: [Double] = []

  /// - Parameters:
  ///   - count: How many rounds are counted; one more goes before them.
  ///   - ours: What is measured.
  ///   - peer: What it is measured against.
  init(count: Int = 7, ours: () throws -> Void, peer: () throws -> Void) rethrows {
    for round in 0...count {
      let (our, their) = (try seconds(ours), try seconds(peer))
      guard round > 0 else { continue }
      self.ours.append(our)
      peers.append(their)
    }
  }

  /// How many times faster than the peer: the median of the rounds' ratios, and the least and the
  /// most.
  var ratio: (median: Double, range: ClosedRange<Double>) {
    let ratios = zip(ours, peers).map { $1 / $0 }.sorted()
    return (median(ratios), ratios[0]...ratios[ratios.count - 1])
  }
}

/// Returns the middle of some numbers, of an even count the upper one.
func median(_ numbers: [Double]) -> Double {
  precondition(!numbers.isEmpty, "a median needs a number")
  return numbers.sorted()[numbers.count / 2]
}

private func seconds(_ body: () throws -> Void) rethrows -> Double {
  let duration = try ContinuousClock().measure(body)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}
