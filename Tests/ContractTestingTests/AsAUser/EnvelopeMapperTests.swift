import ContractTesting
import Foundation
import Testing

/// An envelope whose message says what is in it.
private struct Envelope: Decodable {
  enum Item {
    case country(Country)
    case sport(Sport)
  }

  let status: Bool
  let message: String
  let items: [Item]?

  private enum CodingKeys: String, CodingKey {
    case status = "Status"
    case message = "Message"
    case items
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    status = try container.decode(Bool.self, forKey: .status)
    message = try container.decode(String.self, forKey: .message)
    guard status else {
      items = nil
      return
    }
    switch message {
    case " Country":
      items = try container.decode([Country].self, forKey: .items).map { .country($0) }
    case " Sports": items = try container.decode([Sport].self, forKey: .items).map { .sport($0) }
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .message, in: container, debugDescription: "neither countries nor sports")
    }
  }
}

private struct Country: Decodable {
  let countryId: Int
  let name: String

  private enum CodingKeys: String, CodingKey { case countryid, countryname }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .countryid)
    guard let id = Int(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .countryid, in: container, debugDescription: "not a number")
    }
    (countryId, name) = (id, try container.decode(String.self, forKey: .countryname))
  }
}

private struct Sport: Decodable {
  let sportId: Int
  let name: String

  private enum CodingKeys: String, CodingKey {
    case sportId
    case name = "sport"
  }
}

/// Takes what it does not know for an empty list.
private struct LaxEnvelope: Decodable {
  let status: Bool
  let message: String
  let items: [Country]?

  private enum CodingKeys: String, CodingKey {
    case status = "Status"
    case message = "Message"
    case items
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    status = try container.decode(Bool.self, forKey: .status)
    message = try container.decode(String.self, forKey: .message)
    items = status ? (try? container.decode([Country].self, forKey: .items)) ?? [] : nil
  }
}

@Suite("An envelope and what is in it")
struct EnvelopeMapperTests {
  @Test("The mapper keeps the contract")
  func keepsContract() throws {
    try expect(.decoding(Envelope.self), keeps: Contract("groups"), as: "Envelope")
  }

  @Test("The countries are mapped, with numbers in texts")
  func countries() throws {
    let test = try MappingTest(
      Contract("groups"), as: "Envelope", fixture: "countries.json",
      mapper: .decoding(Envelope.self))
    test.expect("items", to: "items", count: 3)
    test.expect("items[1].countryid", to: "countryId", value: 7)
    test.expect("items[2].countryname", to: "name", value: "USA")
    test.verify()
  }

  @Test("A mapper that takes the unknown for nothing is told")
  func broken() throws {
    let test = try MapperTest(
      .decoding(LaxEnvelope.self), keeps: Contract("groups"), as: "Envelope")
    #expect(
      test.violations().map(\.description) == [
        #"""
        the mapper disagrees with Contracts/groups.contract.json:44:64  "items": "items: [Sport]"
          when      the payload is valid, {Envelope: Message = ' Sports'}
          payload   {"Status":true,"Message":" Sports","items":[{"sportId":1,"sport":"a"}]}
          contract  items = 1 element
          mapper    items = 0 elements
          also      the example "sports, twice", Status{Envelope: Message = ' Sports'} key "status" before it, Status{Envelope: Message = ' Sports'} key "STATUS" before it, Status{Envelope: Message = ' Sports'} key "status" behind it, Status{Envelope: Message = ' Sports'} key "STATUS" behind it, Status{Envelope: Message = ' Sports'} key with an escape, and 58 more
        """#,
        #"""
        the mapper disagrees with Contracts/groups.contract.json:42:9
          when      Status bool true
          payload   {"Status":true,"Message":"a"}
          contract  rejects it: no case of Envelope fits "Message", which is "a"
          mapper    accepts it
          also      Message{Envelope: Message = ' Country'} empty text, Message{Envelope: Message = ' Country'} text " ", Message{Envelope: Message = ' Country'} text " a ", Message{Envelope: Message = ' Country'} text "42", Message{Envelope: Message = ' Country'} text "true", Message{Envelope: Message = ' Country'} text "null", and 32 more
          replay    CONTRACTCHECK_REPLAY='bool:true@Status' swift test
        """#,
        #"""
        the mapper disagrees with Contracts/groups.contract.json:48:65  "sportId": "sportId: Int"
          when      items[0]{Envelope: Message = ' Sports'} empty object
          payload   {"Status":true,"Message":" Sports","items":[{}]}
          contract  rejects it: items[0].sportId: the key "sportId" is missing
          mapper    accepts it
          also      Message{Envelope: Message = ' Country'} discriminator " Sports", items[0].sportId{Envelope: Message = ' Sports'} missing, items[0].sportId{Envelope: Message = ' Sports'} null, items[0].sportId{Envelope: Message = ' Sports'} identity "", items[0].sportId{Envelope: Message = ' Sports'} identity as text, items[0].sportId{Envelope: Message = ' Sports'} second element without identity, and 18 more
          replay    CONTRACTCHECK_REPLAY="object:empty@items[0]{Envelope: Message = ' Sports'}" swift test
        """#,
        #"""
        the mapper disagrees with Contracts/groups.contract.json:43:64  "items": "items: [Country]"
          when      items{Envelope: Message = ' Country'} missing
          payload   {"Status":true,"Message":" Country"}
          contract  rejects it: items: the key "items" is missing
          mapper    accepts it: items = []
          also      items{Envelope: Message = ' Country'} null, items{Envelope: Message = ' Country'} wrong type true, items{Envelope: Message = ' Country'} wrong type 0, items{Envelope: Message = ' Country'} wrong type 1, items{Envelope: Message = ' Country'} wrong type 3.7, items{Envelope: Message = ' Country'} wrong type "x", and 23 more
          replay    CONTRACTCHECK_REPLAY="missing@items{Envelope: Message = ' Country'}" swift test
        """#,
        #"""
        the mapper disagrees with Contracts/groups.contract.json:47:69  "countryid": "countryId: Int(string)"
          when      items[0]{Envelope: Message = ' Country'} empty object
          payload   {"Status":true,"Message":" Country","items":[{}]}
          contract  rejects it: items[0].countryid: the key "countryid" is missing
          mapper    accepts it
          also      items[0].countryid{Envelope: Message = ' Country'} missing, items[0].countryid{Envelope: Message = ' Country'} null, items[0].countryid{Envelope: Message = ' Country'} identity "", items[0].countryid{Envelope: Message = ' Country'} second element without identity, items[0].countryid{Envelope: Message = ' Country'} first element without identity, items[0].countryid{Envelope: Message = ' Country'} first element with identity null, and 22 more
          replay    CONTRACTCHECK_REPLAY="object:empty@items[0]{Envelope: Message = ' Country'}" swift test
        """#,
        #"""
        the mapper disagrees with Contracts/groups.contract.json:47:110  "countryname": "name: String"
          when      items[0].countryname{Envelope: Message = ' Country'} missing
          payload   {"Status":true,"Message":" Country","items":[{"countryid":"1"}]}
          contract  rejects it: items[0].countryname: the key "countryname" is missing
          mapper    accepts it
          also      items[0].countryname{Envelope: Message = ' Country'} null, items[0].countryname{Envelope: Message = ' Country'} wrong type true, items[0].countryname{Envelope: Message = ' Country'} wrong type 0, items[0].countryname{Envelope: Message = ' Country'} wrong type 1, items[0].countryname{Envelope: Message = ' Country'} wrong type 3.7, items[0].countryname{Envelope: Message = ' Country'} wrong type [], and 3 more
          fails at  2 of 3 String key paths, not at Message
          replay    CONTRACTCHECK_REPLAY="missing@items[0].countryname{Envelope: Message = ' Country'}" swift test
        """#,
        #"""
        the mapper disagrees with Contracts/groups.contract.json:44:64  "items": "items: [Sport]"
          when      items{Envelope: Message = ' Sports'} missing
          payload   {"Status":true,"Message":" Sports"}
          contract  rejects it: items: the key "items" is missing
          mapper    accepts it: items = []
          also      items{Envelope: Message = ' Sports'} null, items{Envelope: Message = ' Sports'} wrong type true, items{Envelope: Message = ' Sports'} wrong type 0, items{Envelope: Message = ' Sports'} wrong type 1, items{Envelope: Message = ' Sports'} wrong type 3.7, items{Envelope: Message = ' Sports'} wrong type "x", and 23 more
          replay    CONTRACTCHECK_REPLAY="missing@items{Envelope: Message = ' Sports'}" swift test
        """#,
        #"""
        the mapper disagrees with Contracts/groups.contract.json:48:90  "sport": "name: String"
          when      items[0].sport{Envelope: Message = ' Sports'} missing
          payload   {"Status":true,"Message":" Sports","items":[{"sportId":1}]}
          contract  rejects it: items[0].sport: the key "sport" is missing
          mapper    accepts it
          also      items[0].sport{Envelope: Message = ' Sports'} null, items[0].sport{Envelope: Message = ' Sports'} wrong type true, items[0].sport{Envelope: Message = ' Sports'} wrong type 0, items[0].sport{Envelope: Message = ' Sports'} wrong type 1, items[0].sport{Envelope: Message = ' Sports'} wrong type 3.7, items[0].sport{Envelope: Message = ' Sports'} wrong type [], and 3 more
          fails at  2 of 3 String key paths, not at Message
          replay    CONTRACTCHECK_REPLAY="missing@items[0].sport{Envelope: Message = ' Sports'}" swift test
        """#,
      ])
  }
}
