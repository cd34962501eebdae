import ContractTesting
import Foundation
import Testing

/// An envelope whose message determines the type of its content.
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

/// Reads an unknown content as an empty list.
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

@Suite("An envelope and its content")
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

  @Test("A mapper that ignores unknown cases is reported")
  func broken() throws {
    let test = try MapperTest(
      .decoding(LaxEnvelope.self), keeps: Contract("groups"), as: "Envelope")
    #expect(
      test.violations().map(\.description) == [
        #"""
        Envelope makes another value of items
          in        Contracts/groups.contract.json:44:64  "items": "items: [Sport]"
          when      the payload is valid, {Envelope: Message = ' Sports'}
          payload   {"Status":true,"Message":" Sports","items":[{"sportId":1,"sport":"a"}]}
          contract  items = 1 element
          mapper    items = 0 elements
          also      on 63 other payloads
        """#,
        #"""
        Envelope takes an object that no case fits
          in        Contracts/groups.contract.json:42:9
          when      Status bool true
          payload   {"Status":true,"Message":"a"}
          contract  rejects it: no case of Envelope fits "Message", which is "a"
          mapper    accepts it: LaxEnvelope(status: true, message: "a", items: [])
          also      on 38 other payloads
          replay    CONTRACTCHECK_REPLAY='bool:true@Status' swift test
        """#,
        #"""
        Sport takes an absent sportId
          in        Contracts/groups.contract.json:48:65  "sportId": "sportId: Int"
          when      Message{Envelope: Message = ' Country'} discriminator " Sports"
          payload   {"Status":true,"Message":" Sports","items":[{"countryid":"1","countryname":"a"}]}
          contract  rejects it: items[0].sportId: the key "sportId" is missing
          mapper    accepts it
          replay    CONTRACTCHECK_REPLAY='discriminator:listed-" Sports"@Message{Envelope: Message = '\'' Country'\''}' swift test
        """#,
        #"""
        Envelope reads an absent, null or invalid items as an empty collection
          in        Contracts/groups.contract.json:44:64  "items": "items: [Sport]"
          when      items{Envelope: Message = ' Sports'} missing
          payload   {"Status":true,"Message":" Sports"}
          contract  rejects it: items: the key "items" is missing
          mapper    accepts it: items = []
          also      on 138 other payloads
          replay    CONTRACTCHECK_REPLAY="missing@items{Envelope: Message = ' Sports'}" swift test
        """#,
      ])
  }
}
