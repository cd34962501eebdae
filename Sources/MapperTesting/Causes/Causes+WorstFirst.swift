import JSONParsing

extension [Cause] {
  /// The most causes of one type of object that are reported in full.
  private static var mostOfType: Int { 3 }

  /// The causes, worst first. Each type has at most three, and the third lists the others. Causes
  /// that another one explains are left out, and one that many types share is reported once.
  package var worstFirst: [(cause: Cause, others: [Cause])] {
    let sorted = withFallback.withWholeLists.unexplained.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    var result: [(cause: Cause, others: [Cause])] = []
    var places: [MemberName: [Int]] = [:]
    for cause in sorted.joinedOverTypes {
      guard let mapping = cause.disagreement.mapping else {
        result.append((cause, []))
        continue
      }
      if let known = places[mapping], known.count == Self.mostOfType {
        result[known[known.count - 1]].others.append(cause)
      } else {
        places[mapping, default: []].append(result.count)
        result.append((cause, []))
      }
    }
    return result
  }

  /// The causes, with all that show one fallback value joined into one, at the place of the first.
  private var withFallback: [Cause] {
    for answer in Set(compactMap(\.onlyAnswer)).sorted() {
      let alike = indices.filter { self[$0].onlyAnswer == answer }
      guard let one = Cause.fallback(of: alike.map { self[$0] }) else { continue }
      return indices.compactMap { index in
        index == alike[0] ? one : alike.contains(index) ? nil : self[index]
      }
    }
    return self
  }

  /// The causes, with those of lists that seem to lose elements merged into the cause that the
  /// whole list is read as empty.
  private var withWholeLists: [Cause] {
    var causes = self
    let leftOut = indices.filter { place in contains { $0.isWhole(of: self[place]) } }
    for place in leftOut {
      guard let whole = causes.firstIndex(where: { $0.isWhole(of: self[place]) }) else { continue }
      causes[whole].take(self[place])
    }
    return causes.indices.filter { !leftOut.contains($0) }.map { causes[$0] }
  }

  /// The causes that no other explains; of two causes that explain each other, the first stays.
  private var unexplained: [Cause] {
    indices.filter { index in
      !indices.contains { other in
        other != index && self[other].explains(self[index])
          && (other < index || !self[index].explains(self[other]))
      }
    }.map { self[$0] }
  }

  private var joinedOverTypes: [Cause] {
    let common = Dictionary(grouping: self) { $0.commonCause }
    var reported: Set<DisagreementKey> = []
    return compactMap { cause in
      guard let key = cause.commonCause, let alike = common[key],
        Set(alike.map(\.disagreement.mapping)).count >= cause.commonCount
      else { return cause }
      return reported.insert(key).inserted ? cause.joined(with: Array(alike.dropFirst())) : nil
    }
  }
}

extension Cause {
  /// The mapper's answer, if it is the same for every payload.
  fileprivate var onlyAnswer: String? {
    disagreement.kind == .accepts && answers.count == 1 ? answers.first : nil
  }

  /// Returns one cause for a mapper that falls back to the same value whatever is wrong, if the
  /// given causes show that value both for whole payloads and for parts of them.
  fileprivate static func fallback(of causes: [Cause]) -> Cause? {
    var others = causes
    guard let place = causes.firstIndex(where: \.isOfWhole), causes.contains(where: \.isOfPart),
      let text = causes[place].disagreement.answer?.short
    else { return nil }
    var cause = others.remove(at: place).joined(with: others)
    (cause.fallback, cause.disagreement.mapper) = (text, "accepts it: \(text)")
    return cause
  }

  fileprivate func joined(with others: [Cause]) -> Cause {
    var cause = self
    (cause.joinedCause, cause.disagreement.mapping) = (commonCause, nil)
    for other in others { cause.take(other) }
    return cause
  }
}
