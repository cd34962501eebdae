package import ContractModel
import ContractReporting
import JSONParsing

/// The report on a payload about which a mapper and its contract disagree.
///
///     Avatar reads an absent or null file_url as ""
///       in        Contracts/groups.contract.json:9:34  "file_url": "fileUrlString: String"
///       when      [0].file_url null
///       payload   [{"id":1,"file_url":null}]
///       contract  rejects it: [0].file_url: expected String, found null
///       mapper    accepts it: [0].fileUrlString = ""
///       hint      if the server may leave it out or send null, write "file_url?": { … }
package struct CauseText: CustomStringConvertible {
  /// The most bytes of a payload that are shown.
  private static let payloadLimit = 400
  package let description: String

  /// - Parameters:
  ///   - others: Further causes, which are only named.
  ///   - replay: The command that runs the test again.
  package init(
    _ cause: Cause, and others: [Cause] = [], with contract: Contract,
    replay: ReplayCommand = .swiftTest(filter: nil)
  ) {
    description = report(
      CauseHeadline(cause).description, Self.rows(cause, others, contract, replay))
  }

  private static func rows(
    _ cause: Cause, _ others: [Cause], _ contract: Contract,
    _ replay: ReplayCommand
  ) -> [(String, String)] {
    let disagreement = cause.disagreement
    var rows: [(String, String)] = []
    if let keys = CauseHeadline(cause).allKeys { rows.append(("keys", keys)) }
    if let place = place(disagreement, contract) { rows.append(("in", place)) }
    if let difference = cause.difference { rows.append(("when", difference)) }
    rows += self.rows(ofPayloads: disagreement)
    rows.append((disagreement.comparesMappers ? "other" : "contract", disagreement.contract))
    rows.append(("mapper", disagreement.mapper))
    if let hint = cause.hint { rows.append(("hint", hint)) }
    let rest = cause.caseNames.count - 1
    let cases =
      cause.isOfHistory
      ? counted(rest, "other history", "other histories") : counted(rest, "other payload")
    if rest > 0 { rows.append(("also", "on \(cases)")) }
    if let place = cause.shown.recordedPlace { rows.append(("recorded", place)) }
    if let shrinking = cause.shrinking { rows += self.rows(shrinking) }
    if let id = cause.caseID { rows.append(("replay", replay.text(id))) }
    if !others.isEmpty {
      let texts = others.map { CauseHeadline($0).description }
      rows.append(("more", texts.joined(separator: "; ")))
    }
    return rows
  }

  /// Returns a row for each payload, in their order; with their endpoints if there are several.
  private static func rows(ofPayloads disagreement: Disagreement) -> [(String, String)] {
    guard disagreement.endpoints.isEmpty else {
      return zip(disagreement.endpoints, disagreement.payloads).enumerated().map {
        number, response in
        let isPair = disagreement.overlapping.contains(number)
        return (
          "\(number + 1)" + (isPair ? " at once" : ""),
          "\(displayed(response.0))  \(shown(response.1))"
        )
      }
    }
    let before = disagreement.payloads.dropLast().map { ("before", shown($0)) }
    return before
      + disagreement.payloads.suffix(1).map {
        ("payload", shown($0, around: disagreement.place))
      }
  }

  private static func rows(_ shrinking: Shrinking) -> [(String, String)] {
    var rows: [(String, String)] = []
    let passing = shrinking.neighbour
    let places = shrinking.anyValuePlaces.filter { $0 != passing?.difference?.path }
    if !places.isEmpty {
      let texts = places.map { displayed($0.description) }
      rows.append(("any value", "of ten at \(texts.joined(separator: ", ")) fails too"))
    }
    if let passing {
      let isOnlyOne = places.count < shrinking.anyValuePlaces.count
      rows.append(("passes", (isOnlyOne ? "only " : "") + text(passing)))
    }
    guard shrinking.stepCount > 0 else { return rows }
    let (steps, bytes) = (
      counted(shrinking.stepCount, "step"), counted(shrinking.original.count, "byte")
    )
    rows.append(("shrunk", "in \(steps) from \(bytes)"))
    return rows
  }

  /// Returns the difference of a passing payload: `with 9007199254740992 at [0].id`
  private static func text(_ neighbour: Shrinking.Neighbour) -> String {
    guard let (path, value) = neighbour.difference else { return shown(neighbour.payload) }
    let place = displayed(path.description)
    let response = neighbour.response.map { " in response \($0 + 1)" } ?? ""
    guard let value else {
      return "without \(place.isEmpty ? "the payload" : place)\(response)"
    }
    return "with \(shown(Array(value.utf8)))\(path.placeText)\(response)"
  }

  /// Returns the place in the contract; `nil` for a disagreement that is not about the contract.
  private static func place(_ disagreement: Disagreement, _ contract: Contract) -> String? {
    if disagreement.breaksLaw { return nil }
    if let line = disagreement.line.flatMap({ ContractLine($0, in: contract) }) {
      return line.description
    }
    let origin = disagreement.origin
    guard let text = contract.texts[origin.path], !origin.range.isEmpty else {
      return displayed(contract.path.isEmpty ? contract.name.text : contract.path)
    }
    let position = TextPosition(offset: origin.range.lowerBound, in: text)
    return "\(displayed(origin.path)):\(position)"
  }

  /// Returns the payload's text, or the part of a long payload around a place.
  private static func shown(_ payload: [UInt8], around place: InstancePath? = nil) -> String {
    guard !payload.isEmpty else { return "(empty)" }
    let payload = onOneLine(payload)
    guard payload.count > payloadLimit else {
      return displayed(String(decoding: payload, as: UTF8.self))
    }
    let middle = place.flatMap { (try? JSONDocument(parsing: payload))?.offset(of: $0) } ?? 0
    let start = max(0, min(middle - payloadLimit / 2, payload.count - payloadLimit))
    let bytes = payload[start..<start + payloadLimit]
    let before = start > 0 ? "…" : ""
    let behind = bytes.endIndex < payload.count ? "…" : ""
    return
      "\(before)\(displayed(String(decoding: bytes, as: UTF8.self)))\(behind) (\(payload.count) bytes)"
  }

  /// Returns the payload on one line: the white space in a payload written by hand means nothing.
  private static func onOneLine(_ payload: [UInt8]) -> [UInt8] {
    guard payload.contains(0x0a), let document = try? JSONDocument(parsing: payload) else {
      return payload
    }
    return Array(document.root.text().utf8)
  }
}

/// Returns a headline with rows below it, each a name and a text.
package func report(_ headline: String, _ rows: [(String, String)]) -> String {
  let texts = rows.map { name, text in
    "\n  " + name + String(repeating: " ", count: max(1, 10 - name.count)) + text
  }
  return headline + texts.joined()
}

/// Returns the first 400 characters of a payload, on one line that is safe to display.
package func shownStart(of payload: [UInt8]) -> String {
  truncated(displayed(String(decoding: payload.prefix(1604), as: UTF8.self)), after: 400)
}

extension JSONDocument {
  /// Returns the byte offset of the value at the path, or of the last existing value on the way.
  fileprivate func offset(of path: InstancePath) -> Int {
    var value = root
    for step in path.steps {
      let next =
        switch step {
        case .member(let name): value[name.text]
        case .element(let index): value[index]
        }
      guard let next else { break }
      value = next
    }
    return value.byteRange.lowerBound
  }
}
