import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

struct DraftBuilder {
  private let subject: ContractDraft.Subject
  private var mappings: MappingDraft
  private var endpoints: [EndpointDraft] = []
  /// Endpoints whose responses are never JSON, such as pages and images; no contract describes
  /// them.
  private var pages: [EndpointDraft] = []
  private var bodyTypes: [(pattern: String, type: String)] = []
  private var bodyCount = 0
  /// The types of events, by their selectors.
  private var eventTypes: [String: DraftedType] = [:]
  private let families: MappingFamilies

  /// The mappings of all objects, without endpoints.
  private init(
    _ subject: ContractDraft.Subject, _ roots: [DraftRoot], in table: ValueTable,
    _ existing: ContractDraft.Existing, _ known: KnownUses
  ) {
    self.subject = subject
    families = MappingFamilies(
      ShapeClusters(ObjectShapes(roots, in: table)), taken: existing.names, known.existing)
    mappings = MappingDraft(families, known)
    bodyCount = roots.reduce(0) { $1.values.reduce($0) { $0 + table[$1].count } }
  }

  // MARK: Hosts

  init(
    _ tree: PathTree, host: MemberName, in table: ValueTable, _ existing: ContractDraft.Existing,
    _ known: KnownUses
  ) {
    var table = table
    let endpoints = DraftPath(tree, in: &table).endpoints()
      // Browsers send OPTIONS before other requests.
      .filter { HTTPSelector.methods.contains($0.method.text) && $0.method != "OPTIONS" }
    var roots: [DraftRoot] = []
    for endpoint in endpoints {
      for (answer, value) in endpoint.bodies {
        let hint =
          answer.status < 300 ? endpoint.hint : answer.status < 400 ? "redirect" : "api_error"
        roots.append(
          DraftRoot(
            label: MemberName("\(endpoint.selector) \(answer.status)"),
            hint: Self.singularHint(hint), isEvent: false, hasEnvelopes: true, values: [value]))
      }
    }
    self.init(.host(host), roots, in: table, existing, known)
    for endpoint in endpoints { add(endpoint, table) }
    takeOutNeighbors()
    inlinePages()
  }

  private static func singularHint(_ hint: String) -> String {
    var words = Words.words(of: hint)
    if let last = words.popLast() { words.append(Words.singular(last)) }
    return words.joined(separator: "_")
  }

  private mutating func add(_ endpoint: DraftPath.Endpoint, _ table: ValueTable) {
    let key = String(endpoint.segments.last?.drop { $0 == ":" } ?? "")
    // The bodies of one type, in the order of their statuses.
    var groups: [(type: String, use: DraftedUse, statuses: [Int], count: Int, notes: [String])] = []
    for (answer, value) in endpoint.bodies {
      let count = table[value].count
      let lines = mappings.envelopeLines(value)
      let type = lines.map { DraftedType(text: "\($0)") } ?? mappings.type(ofBodies: [value], key)
      let use = lines.map { DraftedUse.lines($0) } ?? .type(type.text)
      let odd = (endpoint.tree.otherCounts[answer] ?? 0) + (endpoint.tree.emptyCounts[answer] ?? 0)
      let oddNotes = Self.oddNotes(odd, of: odd + count)
      if odd >= count {
        endpoints.append(
          EndpointDraft(
            endpoint, [answer.status], use, note: oddNotes.joined(), isCommentedOut: true))
        continue
      }
      let known = groups.firstIndex { $0.type == type.text }
      if known == nil { groups.append((type.text, use, [], 0, type.notes)) }
      let index = known ?? groups.count - 1
      groups[index].statuses.append(answer.status)
      groups[index].count += count
      groups[index].notes += oddNotes
    }
    let isOnly =
      groups.count { $0.statuses.contains { $0 < 300 } } == 1 && !endpoint.hasOtherGoodAnswers
    for group in groups {
      let notes = ["\(group.count)×"] + group.notes
      let good = group.statuses.filter { $0 < 300 }
      let bad = group.statuses.filter { $0 >= 300 }
      if !good.isEmpty {
        endpoints.append(
          EndpointDraft(
            endpoint, isOnly ? [] : good, group.use,
            note: (notes + endpoint.otherNotes).joined(separator: "; ")))
      }
      if !bad.isEmpty {
        let note = good.isEmpty ? notes.joined(separator: "; ") : ""
        endpoints.append(EndpointDraft(endpoint, bad, group.use, note: note))
      }
    }
    addBodiless(endpoint)
    for (status, count) in endpoint.otherStatuses {
      pages.append(
        EndpointDraft(endpoint, [status], .nothing, note: "none of \(count) is JSON"))
    }
  }

  /// Returns a note that some bodies are not JSON, which a check reports; empty if all are JSON.
  private static func oddNotes(_ odd: Int, of count: Int) -> [String] {
    odd > 0 ? ["\(odd) of \(count) \(odd == 1 ? "is" : "are") not JSON"] : []
  }

  /// Comments out endpoints that would otherwise match the responses of a commented-out endpoint.
  private mutating func takeOutNeighbors() {
    var rest = endpoints.filter(\.row.isCommentedOut) + pages
    while let out = rest.popLast() {
      for index in endpoints.indices
      where !endpoints[index].row.isCommentedOut && endpoints[index].takes(out) {
        endpoints[index].row.isCommentedOut = true
        endpoints[index].row.note += "; would take \(out.row.selector)"
        rest.append(endpoints[index])
      }
    }
  }

  private mutating func addBodiless(_ endpoint: DraftPath.Endpoint) {
    let all = endpoint.bodilessStatuses
    for statuses in [all.filter { $0.status < 300 }, all.filter { $0.status >= 300 }]
    where !statuses.isEmpty {
      let count = statuses.reduce(0) { $0 + $1.count }
      endpoints.append(
        EndpointDraft(
          endpoint, statuses.map(\.status), .nothing, note: "no body, \(count)×"))
    }
  }

  /// The maximum number of endpoints that contain a page's lines.
  private static let mostPages = 2

  private mutating func inlinePages() {
    let clusters = Dictionary(
      families.names.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
    var pages: [String: [DraftedLine]] = [:]
    let uses = endpoints.reduce(into: [String: Int]()) { uses, endpoint in
      if case .type(let type) = endpoint.row.value { uses[type, default: 0] += 1 }
    }
    for index in endpoints.indices {
      guard case .type(let type) = endpoints[index].row.value,
        !endpoints[index].row.isCommentedOut,
        let cluster = clusters[type], uses[type] ?? 0 <= Self.mostPages
      else { continue }
      if pages[type] == nil {
        guard mappings.wanted.contains(cluster) else { continue }
        pages[type] = mappings.pageLines(cluster)
      }
      if let lines = pages[type] { endpoints[index].row.value = .lines(lines) }
    }
  }

  // MARK: Events and bodies

  init(
    payloadsOf summary: CaptureSummary, _ existing: ContractDraft.Existing,
    _ known: KnownUses
  ) {
    let (bodies, table) = (BodyRules(summary), summary.table)
    let events = summary.events.sorted { $0.key < $1.key }
    // Many files may share one summary.
    var found: Set<ValueID> = []
    let roots =
      events.map { name, value in
        DraftRoot(
          label: name,
          hint: Self.singularHint(existing.answers[name] ?? name.text + "_event"),
          isEvent: existing.answers[name] == nil, values: [value])
      }
      + bodies.rules.map { rule in
        DraftRoot(
          label: MemberName(rule.pattern), hint: Self.singularHint(rule.name), isEvent: false,
          hasEnvelopes: table.onlyMember(of: rule.values) != nil,
          values: rule.values.filter { found.insert($0).inserted })
      }
    self.init(.payloads, roots, in: table, existing, known)
    for (name, value) in events {
      let type = mappings.type(ofBodies: [value], existing.answers[name] ?? name.text)
      let (count, odd) = (table[value].count, summary.otherEventCounts[name] ?? 0)
      let all = ["\(count)×"] + type.notes + Self.oddNotes(odd, of: odd + count)
      let note = all.joined(separator: "; ")
      let selector = (existing.answers[name] == nil ? "event " : "") + name.text
      let nulls = ValueFacts([value], in: table).nullNotes
      eventTypes[selector] = DraftedType(text: type.text, notes: type.notes + nulls)
      endpoints.append(
        EndpointDraft(
          row: DraftedEndpoint(
            selector: selector, value: .type(type.text), note: note, isCommentedOut: odd >= count)))
    }
    for rule in bodies.rules {
      let member = table.onlyMember(of: rule.values)
      let type = mappings.type(
        ofBodies: member?.values ?? rule.values, member?.name.text ?? rule.name)
      bodyTypes.append((rule.pattern, (member.map { "\($0.name): " } ?? "") + type.text))
    }
  }

  // MARK: The draft

  /// Returns the draft of the subject; `make` creates the endpoints with what is known of the uses
  /// of objects.
  static func draft(
    _ existing: ExistingMappings?, _ make: (_ known: KnownUses) -> DraftBuilder
  ) -> ContractDraft {
    var (builder, written, known) = settled(KnownUses(), make)
    let variants = written.mappings.types.variants
    let names = existing?.names(for: variants + written.texts) ?? [:]
    if !names.isEmpty {
      for (cluster, mapping) in zip(written.mappings.wanted, written.texts) {
        known.existing[cluster] = names[mapping.name]
      }
      (builder, written, _) = settled(known, make)
    }
    return builder.draft(written)
  }

  private static func settled(
    _ known: KnownUses, _ make: (_ known: KnownUses) -> DraftBuilder
  ) -> (builder: DraftBuilder, written: Written, known: KnownUses) {
    // The uses of objects are known only when all lines have their types, which may change the
    // types.
    var known = known
    for _ in 0..<mostRounds {
      let builder = make(known)
      let written = builder.written
      let uses = written.mappings.types.uses
      if known.objects.map({ uses.objects?.isSubset(of: $0) ?? true }) ?? false {
        return (builder, written, known)
      }
      known.emptyCounts = uses.emptyCounts
      known.objects = uses.objects?.union(known.objects ?? [])
    }
    known.objects = nil
    let builder = make(known)
    return (builder, builder.written, known)
  }

  private static let mostRounds = 4

  private typealias Written = (mappings: MappingDraft, texts: [DraftedMapping])

  private var written: Written {
    var mappings = mappings
    var written: [DraftedMapping] = []
    // A mapping may use others, which are appended.
    while written.count < mappings.wanted.count {
      written.append(mappings.mapping(mappings.wanted[written.count]))
    }
    return (mappings, written)
  }

  private func draft(_ all: Written) -> ContractDraft {
    let (mappings, written) = all
    let variants = mappings.types.variants.sorted { $0.name < $1.name }
    let text = DraftText(
      remarks: [
        "A draft from captures: it says what they showed. Strike out what the app does not read."
      ] + (written.isEmpty ? [noMapping] : []),
      host: host, endpoints: endpoints.map(\.row), mappings: variants + written)
    let rows = zip(text.endpoints, text.endpointRows).map { endpoint, row in
      ContractDraft.EndpointRow(
        selector: endpoint.selector, text: String(row.dropFirst(4)),
        isCommentedOut: endpoint.isCommentedOut,
        type: eventTypes[endpoint.selector])
    }
    return ContractDraft(
      subject: subject, text: text.text, mappingCount: written.count + variants.count,
      bodyCount: bodyCount, bodyTypes: bodyTypes, endpointRows: rows,
      mappingRows: text.mappingRows.map { String($0.dropFirst(4)) },
      mappingNames: written.map(\.name) + variants.map(\.name))
  }

  private var noMapping: String {
    families.clusters.clusters.isEmpty
      ? "No object with keys was seen, so there is no mapping."
      : "No place has objects of one shape alone, so there is no mapping."
  }

  private var host: String? {
    if case .host(let host) = subject, !host.text.isEmpty { host.text } else { nil }
  }
}
