import ContractModel
import Foundation
import Generation
import HTTPFixtures
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `contractbench observe`: the time of a `ContractObserver` for bodies of some 10 kB, clean ones
/// and ones that break five lines of the contract, compared with `JSONSerialization`, which only
/// parses the same bodies.
enum ObserverBenchmark {
  private static let bodyCount = 100
  private static let bodyByteCount = 10_000

  static func run() throws {
    for brokenCount in [0, 5] { try measure(brokenCount) }
  }

  private static func measure(_ brokenCount: Int) throws {
    let records = ShapedRecords.issues
    let bodies = (0..<bodyCount).map { number in
      var body = Array("[".utf8)
      var count = 0
      while body.count < bodyByteCount {
        body += (count == 0 ? [] : [UInt8(ascii: ",")]) + records.record(1_000 * number + count)
        count += 1
      }
      return Data(body + [UInt8(ascii: "]")])
    }
    let contract = try contract(of: records, brokenCount)
    guard let url = URL(string: "https://api.example.com/records"),
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    else { preconditionFailure("this is a URL") }
    let observer = ContractObserver([contract], isEnabled: true)
    let rounds = try PairedRounds(count: 7) {
      for body in bodies { observer.observe(URLRequest(url: url), response, body) }
      _ = observer.summary()
    } peer: {
      for body in bodies { _ = try JSONSerialization.jsonObject(with: body) }
    }
    precondition(observer.droppedCount == 0)
    Figure(
      name: "observe" + (brokenCount > 0 ? " \(brokenCount) broken lines" : ""),
      byteCount: bodies.reduce(0) { $0 + $1.count }, size: "\(bodyCount) bodies",
      peer: "JSONSerialization", rounds: rounds
    ).print()
    print(String(format: "  %.1f ms for all of them", median(rounds.ours) * 1_000))
  }

  /// The contract of the records, with an endpoint that lists them.
  private static func contract(of records: ShapedRecords, _ brokenCount: Int) throws -> Contract {
    let text = records.contract(brokenCount: brokenCount)
    let name = records.shapes[0].name
    let endpoints = "\"endpoints\": { \"GET /records\": \"[\(name)]\" }, "
    return try OneContract.contract(
      text.replacing("\"mappings\"", with: endpoints + "\"mappings\"", maxReplacements: 1))
  }
}
