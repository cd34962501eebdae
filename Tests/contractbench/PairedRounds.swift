/// Times two ways of doing one thing in turn: A B A B …, so that drift of the machine affects both.
struct PairedRounds {
  /// The seconds of each round.
  private(set) var ours: [Double] = []
  private(set) var peers: [Double] = []

  /// - Parameters:
  ///   - count: The number of counted rounds; one uncounted round comes first.
  ///   - ours: The measured code.
  ///   - peer: The code that it is compared with.
  init(count: Int = 7, ours: () throws -> Void, peer: () throws -> Void) rethrows {
    for round in 0...count {
      let (our, their) = (try seconds(ours), try seconds(peer))
      guard round > 0 else { continue }
      self.ours.append(our)
      peers.append(their)
    }
  }

  /// How many times faster than the peer: the median of the rounds' ratios, with the minimum and
  /// maximum.
  var ratio: (median: Double, range: ClosedRange<Double>) {
    let ratios = zip(ours, peers).map { $1 / $0 }.sorted()
    return (median(ratios), ratios[0]...ratios[ratios.count - 1])
  }
}

/// Returns the median of some numbers; for an even count the upper one.
func median(_ numbers: [Double]) -> Double {
  precondition(!numbers.isEmpty, "a median needs a number")
  return numbers.sorted()[numbers.count / 2]
}

private func seconds(_ body: () throws -> Void) rethrows -> Double {
  let duration = try ContinuousClock().measure(body)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}
