import ContractModel
import JSONParsing

/// The places at which faults can be made in drawn payloads: each class and variant at each key
/// path once, so that deep members are chosen as often as others (Regehr, “Better Random Testing by
/// Leveraging Dynamic Feedback”, warns of the alternative).
struct FaultSites: Sendable {
  private struct Site: Hashable {
    var fault: FaultSite
    var template: InstancePath
  }

  private let sites: [Site]
  private let base: FaultBase
  /// The maximum number of sites that are drawn until the payload has a place for one.
  private static let attempts = 12

  init(_ sweep: FaultSweep, where isWanted: @escaping (FaultCell) -> Bool = { _ in true }) {
    base = sweep.bases[0]
    var seen: Set<Site> = []
    var sites: [Site] = []
    let add = { (cells: [FaultCell], template: InstancePath) in
      for cell in cells where isWanted(cell) {
        let fault = FaultSite(faultClass: cell.faultClass, variant: MemberName(cell.variant))
        let site = Site(fault: fault, template: template)
        if seen.insert(site).inserted { sites.append(site) }
      }
    }
    for base in sweep.bases {
      let templates = PathTemplates(base)
      for keyPath in sweep.keyPaths where keyPath.base === base {
        add(keyPath.cells, templates[keyPath.node])
      }
    }
    add(sweep.rootCells, InstancePath())
    self.sites = sites
  }

  /// Returns the cell of a payload at a drawn site; `nil` if the payload has no place for any.
  func cell(in payload: PayloadTree, _ random: inout CaseRandom) -> FaultCell? {
    guard !sites.isEmpty, let own = base.reading(payload) else { return nil }
    let templates = PathTemplates(own)
    for _ in 0..<Self.attempts {
      let site = sites[random.below(sites.count)]
      let found = own.keyPaths.filter {
        $0.node > 0 && templates.isTemplate(site.template, of: $0.node)
      }
      let place = found.isEmpty ? nil : found[random.below(found.count)]
      guard place != nil || site.template.steps.isEmpty else { continue }
      if let cell = FaultCollector.cell(site.fault, at: place, in: own) { return cell }
    }
    return nil
  }
}
