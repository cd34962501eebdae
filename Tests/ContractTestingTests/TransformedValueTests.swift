import ContractModel
import ContractTesting
import Foundation
import JSONParsing
import TestSupport
import Testing

@Suite("The app decides what its own conversion makes of a value", .freshStore)
struct TransformedValueTests {
  private func contract() throws -> Contract {
    try OneContract.of(
      mappings: #"""
        "Paint": { "map": {
          "id": "Int",
          "tint": { "to": "tint", "type": "Int(custom:hex)", "example": "ff8800" },
          "mix?": { "to": "mix", "type": "[Int(custom:hex)]", "example": ["ff8800"] } } }
        """#)
  }

  private func headlines(_ mapper: MapperUnderTest) throws -> [String] {
    try MapperTest(mapper, keeps: contract(), as: "Paint").violations()
      .map { String($0.description.prefix { $0 != "\n" }) }
  }

  /// A number that is written as a text.
  private struct Hex: Decodable {
    let number: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard let number = Int(try container.decode(String.self), radix: 16) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no color")
      }
      self.number = number
    }
  }

  private struct Color: Decodable {
    let red, green, blue: Double

    init(from decoder: any Decoder) throws {
      let number = try Hex(from: decoder).number
      (red, green, blue) = (
        Double(number >> 16), Double(number >> 8 & 255), Double(number & 255)
      )
    }
  }

  private struct Paint<Tint: Decodable>: Decodable {
    var id: Int
    var tint: Tint
    var mix: [Tint]?
  }

  @Test("Mappers that read texts, strictly or not, into numbers, texts and types of their own pass")
  func right() throws {
    struct Texts: Decodable {
      var id: Int
      var tint: String
      var mix: [String]?
    }
    let byHand = MapperUnderTest.mapping { data -> [String: Any]? in
      let texts = try JSONDecoder().decode(Texts.self, from: data)
      guard let tint = Int(texts.tint, radix: 16) else { return nil }
      return ["id": texts.id, "tint": tint, "mix": texts.mix?.map { Int($0, radix: 16) } as Any]
    }
    let right: [MapperUnderTest] = [
      .decoding(Paint<Hex>.self), .decoding(Paint<Color>.self), .decoding(Paint<String>.self),
      byHand,
    ]
    for mapper in right {
      let found = try headlines(mapper)
      #expect(found == [])
    }
  }

  @Test("An absent or null value, and the example, are judged")
  func wrong() throws {
    struct Lax: Decodable {
      var id: Int
      var tint: String?
    }
    #expect(
      try headlines(.decoding(Lax.self)).contains("Paint reads an absent or null tint as nil"))
    struct Never: Decodable {
      var id: Int
      var tint: Int?
      var mix: [Hex]?

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        mix = try container.decodeIfPresent([Hex].self, forKey: .mix)
        _ = try container.decode(Hex.self, forKey: .tint)
      }

      enum CodingKeys: CodingKey { case id, tint, mix }
    }
    let never = try headlines(.decoding(Never.self))
    #expect(never == ["Paint makes nil of tint"])
    struct Numbers: Decodable {
      var id: Int
      var tint: Int
    }
    #expect(
      try headlines(.decoding(Numbers.self)).first == "the mapper refuses the valid payload")
  }
}
