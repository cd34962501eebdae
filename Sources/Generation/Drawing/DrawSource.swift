/// What draws take their random numbers from; where nothing is random, the simplest is drawn.
struct DrawSource: Sendable {
  var random = CaseRandom(state: 0)
  private var drawsAtRandom = false
  /// How many values around here are no matter of choice.
  private var frozenDepth = 0

  /// Draws the simplest of everything.
  static let simplest = DrawSource()

  private init() {}

  init(_ random: CaseRandom) { (self.random, drawsAtRandom) = (random, true) }

  var isRandom: Bool { drawsAtRandom && frozenDepth == 0 }

  mutating func freeze() { frozenDepth += 1 }
  mutating func thaw() { frozenDepth -= 1 }
}
