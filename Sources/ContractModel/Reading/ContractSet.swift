import JSONParsing

/// Contracts that were read together, with every mistake in them.
///
/// Each file is read once, however many other files include it. A contract is complete: it contains
/// the mappings that it includes.
public struct ContractSet: Sendable {
  /// The contracts of the requested paths, in their order, including those with an error, as far as
  /// they could be read.
  public private(set) var contracts: [Contract] = []
  /// The mistakes, in the order of paths and bytes.
  public private(set) var errors: [ContractError] = []

  private var texts = ContractTexts()

  /// Reads contracts and the files that they include.
  ///
  /// - Parameters:
  ///   - paths: The files, relative to the root of `files`.
  ///   - canBeGenerated: Returns whether a payload exists for a collection without mappings.
  package init(
    paths: [String], files: some ContractFiles, canBeGenerated: @escaping (ConstrainedType) -> Bool
  ) {
    var loader = ContractLoader(files: files)
    for path in paths { loader.load(path) }
    let loaded = loader.loadedPaths.compactMap { loader.completed($0) }
    let byPath = Dictionary(
      loaded.map { (MemberName($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    contracts = paths.compactMap { byPath[MemberName($0)] }
    let included = Set(loader.includedPaths)
    // Included files are checked, too: an error in one is an error of each file that includes it.
    for contract in loaded {
      var checker = ContractChecker(
        contract, gaps: loader.gaps(in: contract), files: files, canBeGenerated: canBeGenerated)
      checker.check(isIncluded: included.contains(MemberName(contract.path)))
      loader.log.append(checker.log)
    }
    checkTies(&loader)
    let located = loader.log.errors { loader.texts[MemberName($0)]?[...] }
    errors = (loader.unreadable + located).sorted { $0.precedes($1) }
    let read = loader.texts.keys + errors.map { MemberName($0.path) }
    texts = ContractTexts(
      loader.texts,
      shownPaths: Dictionary(read.map { ($0, files.shownPath($0.text)) }) { first, _ in first })
    for index in contracts.indices { contracts[index].texts = texts }
  }

  /// Whether no contract has an error; warnings may remain.
  public var isUsable: Bool { !errors.contains { $0.severity == .error } }

  /// The text of a file that was read, for excerpts.
  public func text(of path: String) -> ArraySlice<UInt8>? { texts[path] }

  package func shownPath(_ path: String) -> String { texts.shownPath(path) }

  /// Reports two endpoints that match the same response, as only the order of files would decide.
  /// If two files have several such pairs, only one is reported: one file is probably a copy.
  private func checkTies(_ loader: inout ContractLoader<some ContractFiles>) {
    var endpoints: [Endpoint.Selector.Shape: [(endpoint: Endpoint, path: String)]] = [:]
    for contract in contracts {
      var ties: [(endpoint: Endpoint, with: Endpoint, path: String)] = []
      for endpoint in contract.endpoints {
        let shape = endpoint.selector.shape(in: contract)
        let tied = endpoints[shape]?.first { $0.endpoint.selector.overlaps(endpoint.selector) }
        if let tied {
          ties.append((endpoint, tied.endpoint, tied.path))
        } else {
          endpoints[shape, default: []].append((endpoint, contract.path))
        }
      }
      let byFile = Dictionary(grouping: ties) { MemberName($0.path) }
      for (path, ties) in byFile {
        let isElsewhere = path != MemberName(contract.path)
        for tie in isElsewhere ? ties.prefix(1) : ties[...] {
          let text = loader.texts[path]?[...] ?? []
          let position = TextPosition(offset: tie.with.origin.range.lowerBound, in: text)
          let name = quoted(tie.with.selector.description)
          loader.log.error(
            isElsewhere && ties.count > 1
              ? "\(ties.count) endpoints tie with those of \(displayed(path.text)): "
                + "this one with \(name) at \(position)"
              : "the endpoint ties with \(name) at "
                + (isElsewhere ? "\(displayed(path.text)):" : "") + "\(position)",
            hint: "a response or request that fits both has no one contract",
            at: tie.endpoint.origin)
        }
      }
    }
  }
}

extension Endpoint.Selector {
  /// The common part of two endpoints, except their statuses, if they can describe the same
  /// response.
  package struct Shape: Hashable {
    var method: String
    package var host: String
    var segments: [[PathPattern.Part]]
    var conditions: [RequestCondition] = []
  }

  package func shape(in contract: Contract) -> Shape {
    let host = contract.host?.value ?? ""
    switch self {
    case .event(let name):
      let event = PathPattern(segments: [[.text(name.text)]])
      return Shape(method: "event", host: host, segments: event.shape)
    case .http(let selector), .request(let selector):
      let base = contract.basePathSegments.map { [PathPattern.Part.text($0)] }
      let path = PathPattern(segments: base + selector.path.segments)
      let method = isRequest ? "request \(selector.method)" : selector.method
      return Shape(
        method: method, host: host, segments: path.shape, conditions: selector.conditions)
    }
  }

  /// Returns whether two endpoints of the same shape share a status. A code is more specific than
  /// its class, so the two do not overlap.
  func overlaps(_ other: Endpoint.Selector) -> Bool {
    guard case .http(let left) = self, case .http(let right) = other else { return true }
    let byDefault: [StatusMatcher] = [.hundred(2)]
    let leftStatuses = left.statuses.isEmpty ? byDefault : left.statuses
    let rightStatuses = right.statuses.isEmpty ? byDefault : right.statuses
    return leftStatuses.contains { rightStatuses.contains($0) }
  }
}
