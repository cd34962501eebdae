import CaptureChecking
import ContractReporting
import JSONParsing

extension CheckReport.Row {
  /// The endpoint, or the number of endpoints: `18 endpoints`, `2 endpoints, all payloads`.
  var endpoints: String {
    guard parts.count > 1 else { return endpoint(of: parts[0]) }
    let count = parts.count(where: \.isOfEndpoint)
    let whole = parts.first { !$0.isOfEndpoint }.map(endpoint)
    return [count == 0 ? nil : counted(count, "endpoint"), whole].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// The place for a title: `User.firstname`, or the endpoint for bodies as a whole.
  var title: String { place.isEmpty ? endpoints : place }

  /// `present 80 %`, if there is only one endpoint; otherwise each endpoint shows its rate.
  var rate: String { parts.count == 1 ? parts[0].rate : "" }

  /// The mark, if there is only one endpoint; otherwise each endpoint shows its mark.
  var mark: String { parts.count == 1 ? parts[0].mark : "" }

  /// `12 violations in 12 of 60 payloads of GET /users/:id, present 80 %`
  var extent: String { CheckReport.extent(count, "\(payloads)", of: endpoints, rate) }

  /// `12 violations in 12 of 60 payloads`
  var found: String { CheckReport.found(count, "\(payloads)") }

  /// `Contracts/users.contract.json:9:14`, safe to display.
  var contractPlace: String { line?.place ?? displayed(contractPath) }

  /// Returns `GET /users/:id: 12× in 12 of 60, present 80 %`.
  func text(of part: CheckReport.Group) -> String {
    let payloads = part.payloads.whole == 0 ? "" : " in \(part.payloads)"
    let notes = [part.rate, part.mark].filter { !$0.isEmpty }
    return (["\(endpoint(of: part)): \(part.count)×\(payloads)"] + notes).joined(separator: ", ")
  }
}
