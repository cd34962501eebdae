/// The source of the random numbers of draws; if nothing is random, the simplest value is drawn.
struct DrawSource: Sendable {
  var random = CaseRandom(state: 0)
  private var drawsAtRandom = false
  /// The number of values around the current one whose content is not drawn.
  private var frozenDepth = 0

  static let simplest = DrawSource()

  private init() {}

  init(_ random: CaseRandom) { (self.random, drawsAtRandom) = (random, true) }

  var isRandom: Bool { drawsAtRandom && frozenDepth == 0 }

  mutating func freeze() { frozenDepth += 1 }
  mutating func thaw() { frozenDepth -= 1 }
}
