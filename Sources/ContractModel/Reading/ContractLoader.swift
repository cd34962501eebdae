import JSONParsing

/// Reads contract files and the files that they include, each once.
struct ContractLoader<Files: ContractFiles> {
  private let files: Files
  var log = ContractErrorLog()
  /// The files that could not be read at all.
  private(set) var unreadable: [ContractError] = []
  private(set) var texts: [MemberName: [UInt8]] = [:]
  private(set) var includedPaths: [MemberName] = []

  /// For each file, the mappings with a part that could not be read.
  private var partialMappings: [MemberName: Set<MemberName>] = [:]
  private var contracts: [MemberName: Contract] = [:]
  /// For each file, the included files that could be read.
  private var includes: [MemberName: [Located<String>]] = [:]
  private var visited: Set<MemberName> = []
  /// The files that could be read, in the order of reading.
  private(set) var loadedPaths: [String] = []

  init(files: Files) { self.files = files }

  mutating func load(_ start: String) {
    // A list instead of recursion, because includes may nest to any depth. The origin is the
    // include's place.
    var pending: [(path: String, origin: Origin?)] = [(start, nil)]
    while let (path, origin) = pending.popLast() {
      guard visited.insert(MemberName(path)).inserted else { continue }
      guard let document = document(at: path, from: origin) else { continue }
      var reader = ContractReader(path: path)
      let contract = reader.contract(document.root)
      log.append(reader.log)
      if !reader.partialMappings.isEmpty {
        partialMappings[MemberName(path)] = reader.partialMappings
      }
      contracts[MemberName(path)] = contract
      loadedPaths.append(path)
      let included = contract.includes.compactMap { resolved($0, in: path) }
      includes[MemberName(path)] = included
      includedPaths += included.map { MemberName($0.value) }
      pending += included.reversed().map { ($0.value, $0.origin) }
    }
  }

  private mutating func document(at path: String, from origin: Origin?) -> JSONDocument? {
    do {
      guard let bytes = try files.contract(at: path) else {
        logUnreadable(path, "there is no file \(quoted(path))", from: origin)
        return nil
      }
      return parsed(bytes, path)
    } catch {
      logUnreadable(path, "\(quoted(path)) cannot be read: \(displayed("\(error)"))", from: origin)
      return nil
    }
  }

  private mutating func parsed(_ bytes: [UInt8], _ path: String) -> JSONDocument? {
    texts[MemberName(path)] = bytes
    do {
      return try JSONDocument(parsing: bytes, options: .tolerant)
    } catch {
      let end = min(bytes.count, error.offset + 1)
      let position = TextPosition(offset: error.offset, in: bytes)
      unreadable.append(
        ContractError(
          severity: .error, message: "\(error.reason)", hint: error.hint, path: path,
          range: error.offset..<max(end, error.offset), position: position))
      return nil
    }
  }

  private mutating func logUnreadable(_ path: String, _ message: String, from origin: Origin?) {
    if let origin { return log.error(message, at: origin) }
    unreadable.append(
      ContractError(
        severity: .error, message: message, hint: nil, path: path, range: 0..<0,
        position: TextPosition(line: 1, column: 1)))
  }

  // MARK: - Includes

  /// Returns the parts of a contract and of its included files that could not be read. Anything
  /// that seems to be missing may be in these parts.
  func gaps(in contract: Contract) -> ContractGaps {
    let own = partialMappings[MemberName(contract.path)] ?? []
    guard !contract.includes.isEmpty else { return ContractGaps(mappings: own) }
    let paths = Set(contract.includedMappings.map { MemberName($0.origin.path) })
    let mappings = paths.reduce(into: own) { $0.formUnion(partialMappings[$1] ?? []) }
    let resolvedCount = includes[MemberName(contract.path)]?.count ?? 0
    // If any file could not be read, this file may include it indirectly.
    let areAllRead =
      resolvedCount == contract.includes.count && loadedPaths.count == visited.count
    return ContractGaps(mappings: mappings, hasUnreadFiles: !areAllRead)
  }

  /// Returns the path of an included file relative to the root, if the file is below the root.
  private mutating func resolved(_ include: Located<String>, in path: String) -> Located<String>? {
    guard include.value.hasSuffix(Contract.fileSuffix) else {
      log.error(
        "an included file is a *\(Contract.fileSuffix), not \(quoted(include.value))",
        at: include.origin)
      return nil
    }
    var parts = path.split(separator: "/").dropLast().map(String.init)
    let isAbsolute = include.value.hasPrefix("/")
    var isInside = !isAbsolute
    for part in include.value.split(separator: "/") where part != "." {
      if part == ".." {
        isInside = isInside && !parts.isEmpty
        _ = parts.popLast()
      } else {
        parts.append(String(part))
      }
    }
    guard isInside else {
      log.error(
        "\(quoted(include.value)) is outside the root folder of the contracts", at: include.origin)
      return nil
    }
    return Located(parts.joined(separator: "/"), include.origin)
  }

  /// Returns the contract of a file with the mappings that it includes, directly and indirectly.
  mutating func completed(_ path: String) -> Contract? {
    guard var contract = contracts[MemberName(path)] else { return nil }
    var trail = [MemberName(path)]
    var seen: Set<MemberName> = []
    append(of: MemberName(path), to: &contract, &seen, &trail)
    contract.resolveDeletions()
    return contract
  }

  /// Appends the mappings of a file's includes. The number of files on the trail limits the depth.
  private mutating func append(
    of path: MemberName, to contract: inout Contract, _ seen: inout Set<MemberName>,
    _ trail: inout [MemberName]
  ) {
    for include in includes[path] ?? [] {
      let name = MemberName(include.value)
      if let start = trail.firstIndex(of: name) {
        let cycle = (trail[start...] + [name]).map { displayed($0.text) }.joined(separator: " → ")
        log.error("the files include each other: \(cycle)", at: include.origin)
      } else if seen.insert(name).inserted, let included = contracts[name] {
        // A mapping uses the settings of its own file.
        contract.includedMappings += included.mappings.map { mapping in
          var mapping = mapping
          mapping.settings = mapping.settings.filled(from: included.settings)
          return mapping
        }
        guard trail.count < 100 else {
          log.error("includes nest more than 100 deep", at: include.origin)
          continue
        }
        trail.append(name)
        append(of: name, to: &contract, &seen, &trail)
        trail.removeLast()
      }
    }
  }
}
