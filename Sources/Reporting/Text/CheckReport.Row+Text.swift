import CaptureChecking
import ContractReporting
import JSONParsing

extension CheckReport.Row {
  /// The endpoint, or the number of endpoints: `18 endpoints`, `2 endpoints, all payloads`.
  var endpoints: String {
    guard parts.count > 1 else { return parts[0].endpoint }
    let count = parts.count(where: \.group.isOfEndpoint)
    let whole = parts.first { !$0.group.isOfEndpoint }?.endpoint
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
}

extension CheckReport.Row.Part {
  /// `GET /users/:id: 12× in 12 of 60, present 80 %`
  var text: String {
    let payloads = payloads.whole == 0 ? "" : " in \(payloads)"
    return (["\(endpoint): \(count)×\(payloads)"] + [rate, mark].filter { !$0.isEmpty })
      .joined(separator: ", ")
  }
}
