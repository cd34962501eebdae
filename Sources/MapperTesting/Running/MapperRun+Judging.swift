extension MapperRun {
  /// Whether nothing is judged: no payload is held against a law.
  package var isWithoutLaws: Bool { steps.allSatisfy { $0.count == 0 || $0.laws.isEmpty } }
}
