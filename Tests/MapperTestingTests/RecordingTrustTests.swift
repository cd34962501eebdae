import Foundation
import JSONParsing
import Testing

@testable import MapperTesting

@Suite("A recording has no side effects, and reports unreliable results")
struct RecordingTrustTests {
  /// Fails every other time.
  private struct Fickle: Decodable {
    static let count = Mutex(0)
    struct Mood: Error {}

    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: AnyKeys.self).decode(Int.self, forKey: .id)
      let count = Self.count.withLock { count in
        count += 1
        return count
      }
      if count.isMultiple(of: 2) { throw Mood() }
    }
  }

  @Test("A model that decodes differently again is reported; the plain decode counts")
  func disagreement() {
    let first = recording(Fickle.self, #"{"id": 1}"#)
    #expect((try? first.outcome.get()) != nil && first.failure == nil)
    #expect(
      first.disagreement
        == "the plain decode succeeds, the recording one fails: the model threw Mood()")
    _ = try? JSONDecoder().decode(Fickle.self, from: Data(#"{"id": 1}"#.utf8))
    let second = recording(Fickle.self, #"{"id": 1}"#)
    #expect(
      second.disagreement
        == "the plain decode fails, the recording one succeeds: the model threw Mood()")
    #expect(second.failure?.description == "the root (bytes 0..<9): the model threw Mood()")
  }

  private final class OwnDecoder: JSONDecoder, @unchecked Sendable {
    override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      try super.decode(type, from: Data(String(decoding: data, as: UTF8.self).dropFirst(2).utf8))
    }
  }

  @Test("The decoder is unchanged, also a subclass, and after a failure")
  func unchanged() throws {
    for decoder in [JSONDecoder(), OwnDecoder()] {
      let key = try #require(CodingUserInfoKey(rawValue: "app"))
      decoder.userInfo[key] = 1
      let prefix = decoder is OwnDecoder ? ")]" : ""
      for payload in ["7", "true", "x"] {
        let record = recording(Int.self, prefix + payload, decoder)
        #expect(record.disagreement == nil)
        #expect((try? record.outcome.get()) == Int(payload))
        #expect(decoder.userInfo.keys.map(\.rawValue) == ["app"])
      }
    }
  }

  /// Records another payload while it is decoded.
  private struct Recorder: Decodable {
    var id: Int
    var inner: String

    enum CodingKeys: CodingKey { case id }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      inner = recording([Int].self, "[1, 2]").description
      id = try container.decode(Int.self, forKey: .id)
    }
  }

  @Test("Recordings may be nested")
  func reentrant() throws {
    let record = recording(Recorder.self, #"{"id": 1}"#)
    #expect(record.lines == ["decode Recorder = value", "decode id Int = value"])
    #expect(try record.recorded.get().inner.contains("decode [1] Int = value"))
  }

  @Test("The deepest nesting of Foundation is recorded on small stacks")
  func deep() {
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      recordDeeply()
      isDone.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    isDone.wait()
  }

  private func recordDeeply() {
    let count = 250
    let payload =
      String(repeating: #"{"id": 1, "friends": ["#, count: count) + #"{"id": "x"}"#
      + String(repeating: "]}", count: count)
    let record = recording(Recursive.self, payload)
    #expect(record.disagreement == nil)
    #expect(record.failure?.path.steps.count == 2 * count + 1)
    #expect(record.failure?.byteRange?.count == 3)
  }

  @Test("Recording takes linear time")
  func time() throws {
    func seconds(_ count: Int) -> Double {
      let element =
        #"{"user_id": 1, "extra": {"a": 1, "b": 2}, "home_town": {"id": 1, "name": "a"}}"#
      let elements = Array(repeating: element, count: count).joined(separator: ",")
      let members = (0..<count).map { "\"k\($0)\": 1" }.joined(separator: ",")
      let payload = #"{"user_id": 1, "all": [\#(elements)], "extra": {\#(members)}}"#
      let clock = ContinuousClock()
      let time = clock.measure {
        let record = recording(Page.self, payload, .keys(.convertFromSnakeCase))
        #expect(record.disagreement == nil && record.failure == nil)
      }
      return time / .seconds(1)
    }
    _ = seconds(10)
    let small = min(seconds(200), seconds(200))
    let large = min(seconds(2_000), seconds(2_000))
    #expect(large < 40 * small)
  }

  private struct Page: Decodable {
    var all: [SnakeUser]
    var extra: [String: Int]
  }
}
