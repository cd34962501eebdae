import ContractModel
import JSONParsing
import MappingEngine
import TestSupport

@testable import Generation

/// A failure that shrinking has to reduce to its minimum.
struct ShrinkingChallenge: Sendable {
  var name: String
  /// The type of the contract's one endpoint.
  var body: String
  var mappings = "{}"
  /// One of the smallest payloads that fail. For an order, only its differences from the canonical
  /// payload.
  var minimal: String
  /// The number of calls that Hypothesis takes.
  var hypothesisCount: Int
  var fails: @Sendable (JSONValue) -> Bool

  func contract() throws -> Contract {
    try OneContract.contract(
      #"{ "contract": 1, "endpoints": { "GET /x": \#(body) }, "mappings": \#(mappings) }"#)
  }
}

/// The result of shrinking a challenge with some seeds.
struct ShrinkingTally {
  var evaluationCounts: [Int] = []
  /// The number of payloads that are at most a tenth larger than the minimal one.
  var smallCount = 0
  var payloads: [String: Int] = [:]

  /// The mean number of calls, rounded.
  var meanCount: Int {
    let count = max(1, evaluationCounts.count)
    return (evaluationCounts.reduce(0, +) + count / 2) / count
  }

  /// Shrinks payloads of the contract's first endpoint, as long as the contract admits them.
  init(_ challenge: ShrinkingChallenge, _ contract: Contract, seeds: Range<UInt64>) {
    let plan = DrawPlan(contract, contract.endpoints[0])
    let target = MappingTarget(.endpoint(Located(contract.endpoints[0].selector)))
    let mapper = Mapper(contract, as: target)
    var generator = PayloadGenerator(plan)
    // Hypothesis shrinks numbers to 0, so its minimal payloads are near a payload of zeros.
    let canonical = generator.canonicalPayload().map { payload in
      challenge.hypothesisCount > 0
        ? PayloadTree(json: payload.text.replacing(/[0-9]+/, with: "0")) : payload
    }
    for seed in seeds {
      guard let failing = Self.failure(challenge, plan, Seed(seed)) else { continue }
      var shrinker = PayloadShrinker<Bool>(
        near: canonical, evaluationLimit: 5_000,
        admitting: { payload in
          guard let document = try? JSONDocument(parsing: payload.bytes) else { return false }
          return mapper.admits(document, as: target)
        }, judge: { Self.fails($0, challenge) ? true : nil })
      let result = shrinker.shrink(failing, failingWith: true)
      evaluationCounts.append(result.evaluationCount)
      payloads[result.payload.text, default: 0] += 1
      let isSmall = result.payload.bytes.count * 10 <= challenge.minimal.utf8.count * 11
      if isSmall { smallCount += 1 }
    }
  }

  /// Returns the first payload of a run that fails.
  static func failure(
    _ challenge: ShrinkingChallenge, _ plan: DrawPlan, _ seed: Seed
  ) -> PayloadTree? {
    var generator = PayloadGenerator(plan)
    for index in 0..<20_000 {
      let size = PayloadGenerator.size(ofCase: index)
      let payload = generator.payload(seed: seed, index: index, size: size)
      if fails(payload, challenge) { return payload }
    }
    return nil
  }

  static func fails(_ payload: PayloadTree, _ challenge: ShrinkingChallenge) -> Bool {
    guard let document = try? JSONDocument(parsing: payload.bytes) else { return false }
    return challenge.fails(document.root)
  }
}

extension JSONValue {
  var whole: Int { number?.int64.exactValue.map { Int($0) } ?? 0 }
  var wholes: [Int] { elements.map(\.whole) }

  /// Whether the value, or any value in it, has a property.
  func contains(_ property: (JSONValue) -> Bool) -> Bool {
    property(self) || elements.contains { $0.contains(property) }
      || members.contains { $0.value.contains(property) }
  }
}

/// The problems of github.com/jlink/shrinking-challenge, as contracts.
extension ShrinkingChallenge {
  static let all: [ShrinkingChallenge] = [
    bound5, largeUnionList, reverse, lengthList, nestedLists, distinct, deletion, coupling,
    difference("difference 0", #"{"x":10,"y":10}"#, 30) { $0 == 0 },
    difference("difference small", #"{"x":10,"y":6}"#, 45) { (1...4).contains($0) },
    difference("difference one", #"{"x":10,"y":9}"#, 43) { $0 == 1 },
    calculator,
  ]

  static let bound5 = ShrinkingChallenge(
    name: "bound5",
    body: """
      { "a": "[Int16] count ...10", "b": "[Int16] count ...10", "c": "[Int16] count ...10",
        "d": "[Int16] count ...10", "e": "[Int16] count ...10" }
      """,
    minimal: #"{"a":[0],"b":[0],"c":[0],"d":[-1],"e":[-32768]}"#, hypothesisCount: 137
  ) { payload in
    let lists = payload.members.map(\.value.wholes)
    func sum(_ list: [Int]) -> Int { Int(Int16(truncatingIfNeeded: list.reduce(0, +))) }
    return lists.allSatisfy { sum($0) < 256 } && sum(lists.flatMap { $0 }) >= 1280
  }

  static let largeUnionList = ShrinkingChallenge(
    name: "large_union_list", body: #""[[Int]]""#, minimal: "[[0,1,-1,2,-2]]",
    hypothesisCount: 341
  ) { Set($0.elements.flatMap(\.wholes)).count >= 5 }

  static let reverse = ShrinkingChallenge(
    name: "reverse", body: #""[Int]""#, minimal: "[0,1]", hypothesisCount: 46
  ) { $0.wholes != $0.wholes.reversed() }

  static let lengthList = ShrinkingChallenge(
    name: "lengthlist", body: #""[Int 0...1000] count 1...100""#, minimal: "[900]",
    hypothesisCount: 85
  ) { $0.wholes.contains { $0 >= 900 } }

  static let nestedLists = ShrinkingChallenge(
    name: "nestedlists", body: #""[[Int]]""#, minimal: "[[0,0,0,0,0,0,0,0,0,0,0]]",
    hypothesisCount: 139
  ) { $0.elements.map(\.elements.count).reduce(0, +) > 10 }

  static let distinct = ShrinkingChallenge(
    name: "distinct", body: #""[Int]""#, minimal: "[0,1,-1]", hypothesisCount: 34
  ) { Set($0.wholes).count >= 3 }

  static let deletion = ShrinkingChallenge(
    name: "deletion", body: #"{ "ls": "[Int]", "i": "Int 0...10" }"#,
    minimal: #"{"ls":[0,0],"i":0}"#, hypothesisCount: 10
  ) { payload in
    let (list, index) = (payload["ls"]?.wholes ?? [], payload["i"]?.whole ?? 0)
    guard index < list.count, let first = list.firstIndex(of: list[index]) else { return false }
    var rest = list
    rest.remove(at: first)
    return rest.contains(list[index])
  }

  static let coupling = ShrinkingChallenge(
    name: "coupling", body: #""[Int 0...10]""#, minimal: "[1,0]", hypothesisCount: 35
  ) { payload in
    let list = payload.wholes
    guard list.allSatisfy({ $0 < list.count }) else { return false }
    return list.indices.contains { list[$0] != $0 && list[list[$0]] == $0 }
  }

  static func difference(
    _ name: String, _ minimal: String, _ count: Int, _ isBad: @escaping @Sendable (Int) -> Bool
  ) -> ShrinkingChallenge {
    ShrinkingChallenge(
      name: name, body: #"{ "x": "Int32 0...", "y": "Int32 0..." }"#, minimal: minimal,
      hypothesisCount: count
    ) { payload in
      let (x, y) = (payload["x"]?.whole ?? 0, payload["y"]?.whole ?? 0)
      return x >= 10 && isBad(abs(x - y))
    }
  }

  static let calculator = ShrinkingChallenge(
    name: "calculator", body: #""Term""#,
    mappings: """
      { "Term": { "map": { "op": "String" }, "switch": "op", "cases": {
          "number": { "value": "Int" },
          "+": { "left": "Term", "right": "Term" }, "/": { "left": "Term", "right": "Term" } } } }
      """,
    minimal: """
      {"op":"/","left":{"op":"number","value":0},\
      "right":{"op":"+","left":{"op":"number","value":0},"right":{"op":"number","value":0}}}
      """,
    hypothesisCount: 54
  ) { !hasLiteralZeroDivisor($0) && value($0) == nil }

  private static func hasLiteralZeroDivisor(_ term: JSONValue) -> Bool {
    term.contains { term in
      term["op"]?.string == "/" && term["right"]?["op"]?.string == "number"
        && term["right"]?["value"]?.whole == 0
    }
  }

  /// Returns `nil` for a division by zero.
  private static func value(_ term: JSONValue) -> Int? {
    if term["op"]?.string == "number" { return term["value"]?.whole ?? 0 }
    guard let left = term["left"].flatMap(value), let right = term["right"].flatMap(value) else {
      return nil
    }
    if term["op"]?.string == "+" { return left &+ right }
    return right == 0 ? nil : left.dividedReportingOverflow(by: right).partialValue
  }
}

/// Four kinds of failures of mappers of an order.
extension ShrinkingChallenge {
  static let orders: [ShrinkingChallenge] = [
    order("one id twice", #""discounts":[1]},{"id":1,"quantity":19,"price":20,"product":{"id":1,"#)
    {
      order in
      let ids = order["lines"]?.elements.compactMap { $0["id"]?.whole } ?? []
      return Set(ids).count < ids.count
    },
    order("null in a long array", #""related":[null,22,22]"#) { order in
      order.contains { $0.elements.count > 2 && $0.elements.contains(where: \.isNull) }
    },
    order("number over 2^53", "9007199254740994") { order in
      order.contains { $0.number.map { ($0.double.value?.magnitude ?? 0) > 0x1p53 } ?? false }
    },
    order("character outside the BMP", #""𐀀""#) { order in
      order.contains { $0.string?.unicodeScalars.contains { $0.value > 0xffff } ?? false }
    },
  ]

  private static func order(
    _ name: String, _ minimal: String, _ fails: @escaping @Sendable (JSONValue) -> Bool
  ) -> ShrinkingChallenge {
    ShrinkingChallenge(
      name: name, body: "", minimal: minimal, hypothesisCount: 0,
      fails: { payload in fails(payload["order"] ?? payload) })
  }
}
