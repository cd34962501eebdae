import JSONParsing

extension ContractChecker {
  /// Checks that the deleted object has an identity, and that each part of it is named once.
  mutating func checkDeletions(_ lines: [PropertyLine], isRequest: Bool) {
    let deletions = lines.compactMap(\.deletes)
    if isRequest, let deletion = deletions.first {
      return log.error(
        "a request deletes nothing", hint: "say it at the endpoint of the response",
        at: deletion.mapping.origin)
    }
    var names: Set<MemberName> = []
    for name in deletions.map(\.mapping) where names.insert(name.value).inserted {
      let parts = deletions.filter { $0.mapping.value == name.value }.map(\.part)
      if let mapping = index[name.value] {
        check(parts, of: mapping, at: name.origin)
      } else {
        checkMapping(name)
      }
    }
  }

  private mutating func check(
    _ parts: [Located<PropertyPath>], of mapping: ContractMapping, at origin: Origin
  ) {
    let identity = index.identity(of: mapping).map(\.value)
    let name = quoted(mapping.name.text)
    guard !identity.isEmpty else {
      guard !isPartial(mapping) else { return }
      return log.error(
        "what is deleted is known by its identity, and \(name) has none",
        hint: "give the mapping \"identifiedBy\"", at: origin)
    }
    for (number, part) in parts.enumerated() {
      if !identity.contains(part.value) {
        log.error(
          "\(quoted(part.value.description)) is no part of the identity of \(name)",
          hint: "it is \(identity.map(\.description).joined(separator: ", "))", at: part.origin)
      } else if parts[..<number].contains(where: { $0.value == part.value }) {
        log.error("\(quoted(part.value.description)) is there twice", at: part.origin)
      }
    }
    let missing = identity.filter { part in !parts.contains { $0.value == part } }
    if !missing.isEmpty, parts.allSatisfy({ identity.contains($0.value) }) {
      log.error(
        "the identity of \(name) has \(listed(missing.map { quoted($0.description) }, most: 3)), too",
        at: origin)
    }
  }
}
