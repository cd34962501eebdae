import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Every wrong mapper fails", .freshStore)
struct MistakenMapperTests {
  @Test(
    "The first issue of each wrong mapper", .contract(cases: 300, seed: 2),
    arguments: TestDepth.some(MistakenMapper.allCases))
  func verdict(mapper: MistakenMapper) throws {
    let contract = try OneContract.contract(MistakenMapper.contract)
    let found = try MapperTest(mapper.mapper, keeps: contract, as: "[Note]").violations()
    #expect(found.first.map { String($0.description.prefix { $0 != "\n" }) } == told(of: mapper))
    #expect(found.count <= 6)
  }

  private func told(of mapper: MistakenMapper) -> String? {
    switch mapper {
    case .none: nil
    case .wrongFromSecondCall, .wrongFromFiftiethCall, .keysInOneOrder,
      .isLowercased, .isComposed, .isCutAtTen, .otherKeyIsRead, .equalsAll:
      "Note makes another value of title"
    case .wrongEverySecondCall, .wrongWhereSeen, .answerBefore:
      "the mapper does not do the same twice with one payload"
    case .firstAnswerForEver, .answerOfLength, .wraps: "Note makes another value of id"
    case .objectOfIdentity, .keysAreSwapped: "Note makes another value of title, body"
    case .clock: "Note makes another value of at each time"
    case .random: "Note makes another value of score each time"
    case .nothingIsTaken, .oddLengthsAreRefused: "the mapper refuses the valid payload"
    case .everythingIsEmpty, .everythingIsOne, .isTwice, .isPayload, .isFunction, .isNever,
      .hidesAll:
      "the mapper makes another value of the payload"
    case .longOnesAreRefused: "the mapper refuses what the contract admits"
    case .failuresAreEmpty: "the mapper makes [] of payloads that the contract refuses"
    case .failuresAreLeftOut: "the mapper leaves out elements that the contract refuses"
    case .unknownKeysAreRefused: "Note refuses members that no line reads"
    case .anyCaseOfKeys: "Note reads members that no line reads for title, isOpen"
    case .missingIsEmptyText: #"Note reads an absent title as """#
    case .missingIsZero: "Note reads an absent score as 0"
    case .nullIsText: "Note takes a null title"
    case .missingIsNow: "Note takes an absent at"
    case .wrongIsNil: "Note reads an invalid body as nil"
    case .wordIsFirstCase: "Note takes an invalid state"
    case .textIsNumber: "Note reads an invalid id as 0"
    case .numberIsText: "Note takes an invalid title"
    case .numberIsFlag: "Note reads an invalid isOpen as false"
    case .fractionIsCut: "Note takes an invalid id"
    case .isSingle: "Note makes another value of score"
    case .isTrimmed, .isCutAtZero: #"Note makes "" of title"#
    case .isCutAtSecond, .isLocalTime: "Note makes another value of at"
    case .ownerIsOfFirst: "Note has another object of the payload as owner"
    case .ownerIsDropped: "Note makes nil of owner"
    case .isSorted, .isReversed, .shuffled:
      "the mapper has the elements of the payload in another order"
    case .isDistinct, .isFirst, .lacksLast: "Note makes another value of tags"
    case .tagsAreSet: "Note has no property for title, body, score, isOpen, state and 2 more"
    case .isInDictionary: "Note makes nil of body, score, isOpen, state, tags and 2 more"
    case .isOneObject: "Note has no property for body, score, isOpen, state, tags and 2 more"
    }
  }
}
