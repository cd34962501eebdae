extension ContractChecker {
  /// Warns of letters that stand for another part of a date than they seem to (Unicode Technical
  /// Standard 35, part 4): such a pattern reads most dates, and some of them wrongly.
  mutating func checkDatePatterns(of scalar: ScalarType, at origin: Origin) {
    for case .datePattern(let pattern, _) in scalar.coercions {
      let fields = Set(LineScanner.fields(of: pattern))
      func has(_ letters: String) -> Bool {
        letters.unicodeScalars.contains(where: fields.contains)
      }
      let mistakes: [(isMade: Bool, letter: String, is: String, meant: String)] = [
        (has("Y") && !has("wW"), "Y", "the year of a week, another one around New Year", "y"),
        (has("m") && !has("HhKk") && has("yYd"), "m", "a minute", "M, the month"),
        (has("D") && has("ML"), "D", "the day of the year", "d, the day of the month"),
        (has("hK") && !has("abB"), has("h") ? "h" : "K", "an hour of half a day", "H, or add a"),
        (has("S") && has("m") && !has("sA"), "S", "a fraction of a second", "s, the second"),
      ]
      for mistake in mistakes where mistake.isMade {
        log.warning(
          "\(quoted(mistake.letter)) in \(quoted(pattern)) is \(mistake.is)",
          hint: "write \(mistake.meant)", at: origin)
      }
    }
  }
}
