import MapperTesting

extension MapperTestSettings {
  /// The largest time limit, in seconds: a year.
  private static let mostSeconds = 31_536_000.0

  /// - Throws: `TestSetupError` if one of the numbers makes no sense.
  func check() throws {
    for (name, count) in [("cases", cases), ("histories", histories)] {
      if let count, count < 0 { throw TestSetupError("\(name): \(count) is negative") }
    }
    if steps < 1 { throw TestSetupError("steps: \(steps) is less than 1") }
    for (name, seconds, isZeroMeant) in [
      ("seconds", seconds, true), ("callSeconds", callSeconds, false),
    ] {
      guard let seconds else { continue }
      let isMeant = seconds > 0 && seconds <= Self.mostSeconds || isZeroMeant && seconds == 0
      guard !isMeant else { continue }
      let least = isZeroMeant ? "0" : "more than 0"
      throw TestSetupError(
        "\(name): \(seconds) is none of \(least) to 31536000, which is a year",
        notes: ["nil is for as long as it takes"])
    }
  }
}
