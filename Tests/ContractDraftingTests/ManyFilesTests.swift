import ContractDrafting
import TestSupport
import Testing

@Suite("Files of a folder are distinguished by their shapes, however many they are", .serialized)
struct ManyFilesTests {
  private static let count = 3_000

  /// Films, people and lists, in turn.
  private static func files(_ count: Int) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (0..<count).map { number in
        switch number % 3 {
        case 0: ("in/film-\(number).json", #"{"id": \#(number), "title": "t", "runtime": 90}"#)
        case 1: ("in/person-\(number).json", #"{"id": \#(number), "born": 1980, "name": "n"}"#)
        default: ("in/tags-\(number).json", #"[{"word": "w", "weight": \#(number)}]"#)
        }
      })
  }

  private static let rows = [
    "in/film-*.json Film", "in/person-*.json Person", "in/tags-*.json [Tag]",
  ]

  private static func rows(_ drafts: [ContractDraft]) -> [String] {
    drafts.flatMap(\.bodyTypes).map { "\($0.pattern) \($0.type)" }.sorted()
  }

  /// Checks some of the files, including the first and the last.
  private static func check(
    _ trial: DraftTrial, _ drafts: [ContractDraft]
  ) throws -> (payloadCount: Int, refusedCount: Int, problems: [String], unread: [String]) {
    let files = trial.files.sorted {
      ($0.hasSuffix(".ndjson") ? 0 : 1) < ($1.hasSuffix(".ndjson") ? 0 : 1)
    }
    return try DraftTrial(files: Array(files.prefix(50) + files.suffix(50))).check(against: drafts)
  }

  @Test(
    "Three thousand files of three shapes are three types", .enabled(if: TestDepth.isFull),
    .timeLimit(.minutes(5)))
  func threeThousand() throws {
    var few: [String] = []
    try DraftTrial.with(Self.files(30)) { few = $0.drafts.map(\.text) }
    try DraftTrial.with(Self.files(Self.count)) { trial in
      let drafts = trial.drafts
      #expect(Self.rows(drafts) == Self.rows)
      #expect(drafts.map(\.bodyCount) == [Self.count])
      #expect(drafts.map { $0.text.replacing("seen 1000 times", with: "seen 10 times") } == few)
      let result = try Self.check(trial, drafts)
      #expect(result.payloadCount == 100 && result.problems == [] && result.unread == [])
    }
  }

  @Test(
    "Many files give one draft, however they are split into parts", .enabled(if: TestDepth.isFull))
  func parts() throws {
    try DraftTrial.with(Self.files(Self.count)) { trial in
      let whole = trial.drafts.map(\.text)
      var generator = SplitMix64(seed: 3)
      for partCount in [2, 5] {
        let shuffled = trial.files.shuffled(using: &generator)
        var merged = CaptureSummary()
        for part in 0..<partCount {
          let own = shuffled.indices.filter { $0 % partCount == part }.map { shuffled[$0] }
          merged.merge(DraftTrial(files: own).summary())
        }
        #expect(ContractDraft.all(of: merged).map(\.text) == whole)
      }
    }
  }

  @Test(
    "A file with two shapes shares a type with the files of either shape",
    .enabled(if: TestDepth.isFull))
  func mixedFiles() throws {
    var files = Self.files(2_400)
    files["in/mixed.ndjson"] = """
      {"id": 1, "title": "t", "runtime": 90}
      {"id": 2, "born": 1980, "name": "n"}
      """
    try DraftTrial.with(files) { trial in
      let drafts = trial.drafts
      #expect(DraftTrial(files: trial.files.reversed()).drafts.map(\.text) == drafts.map(\.text))
      #expect(Self.rows(drafts).count == 4)
      let result = try Self.check(trial, drafts)
      #expect(result.payloadCount == 101 && result.problems == [] && result.unread == [])
    }
  }

  @Test(
    "If all files are one type and nothing is alike, the draft says why there is no mapping",
    .enabled(if: TestDepth.isFull))
  func noMapping() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<2_100).map { number in
        let odd = [#"[{"b": [1]}]"#, #""c""#][number % 2]
        return ("in/\(number)x.json", number < 300 ? #"{"key\#(number)": 1}"# : odd)
      })
    try DraftTrial.with(files) { trial in
      let sentence = "// No place has objects of one shape alone, so there is no mapping."
      #expect(trial.drafts.map { $0.text.split(separator: "\n")[1] } == [sentence[...]])
    }
  }

  @Test("Files with too many shapes to distinguish are one type", .enabled(if: TestDepth.isFull))
  func manyShapes() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<2_100).map { number in
        ("in/\(number)x.json", #"{"key\#(number % 300)": 1}"#)
      })
    try DraftTrial.with(files) { trial in
      let drafts = trial.drafts
      #expect(drafts.flatMap(\.bodyTypes).map(\.pattern) == ["in/*.json"])
      let result = try Self.check(trial, drafts)
      #expect(result.payloadCount == 100 && result.problems == [])
    }
  }
}
