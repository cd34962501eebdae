import ContractModel
import JSONParsing
import TestSupport
import Testing

@testable import MappingEngine

@Suite("A reused tally counts each payload as a new one does")
struct KeptRunTests {
  private let mappings = """
    "M": { "identifiedBy": "id", "unknownKeys": "warn", "map": {
      "id": "Int", "userName": "name: String", "createdAt?": "created: Date(iso8601)",
      "site?": "site: URL", "owner?": "owner: O", "parts?": "[O]" } },
    "O": { "identifiedBy": "id", "map": { "id": "Int", "userName?": "String", "level": "Int" } }
    """

  private let payloads = [
    #"{"id":1,"userName":"a"}"#, #"{"id":1,"user_name":"a"}"#, #"{"id":1,"usrName":"a","x":1}"#,
    #"{"id":1,"userName":"a","created_at":1,"owner":{"id":2,"user_name":"b"}}"#,
    #"{"id":1,"userName":"a","createdAt":"2020-01-01T00:00:00Z","site":"https://a.b/c"}"#,
    #"{"id":1,"userName":"a","createdAt":"2020-01-01","site":"not one"}"#,
    #"{"id":1,"userName":"a","createdAt":"2020-13-01T00:00:00Z","site":"http://a..b/c?d?e"}"#,
    #"{"id":1,"userName":"a","parts":[{"id":1,"level":1},{"id":1,"level":2},{"id":3}]}"#,
    #"{"id":1,"userName":"a","id":2,"x":"\ud800"}"#, #"{"id":1,"userName":"a","sites":"x"}"#,
    #"{"id":1,"userName":"a","parts":[{"id":1,"levels":1,"userNames":"x"}],"owner":7}"#, "7", "{}",
    "[]", #"{"ID":1,"username":"a","Id":2,"\u0069d":3}"#,
  ]

  @Test("The order and repetition of payloads make no difference", arguments: 0..<20)
  func repeated(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let settings = seed % 2 == 0 ? "" : #""keys": "anyCase","#
    let sample = try Sample(mappings, as: "M", settings: settings)
    let target = sample.mapper.planned(sample.target)
    var kept = MappingTally(sample.mapper)
    var sum = MappingTally(sample.mapper)
    for _ in 0..<60 {
      let document = try JSONDocument(
        parsing: try #require(payloads.randomElement(using: &generator)))
      var new = MappingTally(sample.mapper)
      let (found, expected) = (kept.add(document, as: target), new.add(document, as: target))
      #expect(found.keys() == expected.keys())
      #expect(
        found.violations(at: Array(0..<found.count))
          == expected.violations(at: Array(0..<expected.count)))
      sum.merge(new)
    }
    #expect(kept.contents == sum.contents)
  }
}
