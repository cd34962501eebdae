import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import ContractTesting

#if os(Linux) || os(macOS)
  @Suite("A child process says whether a mapper traps", .freshStore, .enabled(if: isRunBySwiftTest))
  struct ChildRunTests {
    /// Accepts `[1]`, rejects `{}`, and reads past the end of `[]`.
    private static var first: MapperUnderTest {
      .mapping { try JSONDecoder().decode([Int].self, from: $0)[0] }
    }

    @Test("A mapper that reads past the end of an array traps on the empty one alone")
    func trap() throws {
      let check = try #require(RunningTest.current).name
      guard !ChildRun.serve(Self.first, as: check) else { return }
      var child = ChildRun(of: check)
      #expect("\(child.traps(on: Array("[]".utf8)))".hasPrefix("it traps (SIG"))
      #expect(child.traps(on: Array("[1]".utf8)) == .survived)
      #expect(child.traps(on: Array("{}".utf8)) == .survived)
      #expect(child.count == 3)
    }

    @Test
    func `[a] name (with) any .* "signs", ä and 1 + 1`() throws {
      let check = try #require(RunningTest.current).name
      guard !ChildRun.serve(Self.first, as: check) else { return }
      var child = ChildRun(of: check)
      #expect(child.traps(on: Array("[1]".utf8)) == .survived)
    }

    @Test("Only the test run with the same argument answers the parent", arguments: ["a", "b"])
    func arguments(name: String) throws {
      let check = try #require(RunningTest.current).name + " " + name
      let trapsOnB = MapperUnderTest.mapping { data in
        [Int](repeating: 1, count: 1)[name == "b" ? 1 : 0]
      }
      guard !ChildRun.serve(trapsOnB, as: check) else { return }
      var child = ChildRun(of: check)
      let verdict = child.traps(on: Array("1".utf8))
      #expect((verdict == .survived) == (name == "a"), "\(verdict)")
    }

    @Test("A store may trap on the second payload")
    func session() throws {
      let check = try #require(RunningTest.current).name
      let mapper = MapperUnderTest.mapping(into: [Data]()) { data, store in
        store.append(data)
        precondition(store.count < 2)
      } objects: {
        $0
      }
      guard !ChildRun.serve(mapper, as: check) else { return }
      var child = ChildRun(of: check)
      let payload = EndpointPayload(Array("1".utf8))
      #expect(child.traps(over: [payload]) == .survived)
      #expect("\(child.traps(over: [payload, payload]))".hasPrefix("it traps (SIG"))
    }

    @Test(
      "Ending the process and not returning are distinguished", .contract(callSeconds: 1))
    func ends() throws {
      let check = try #require(RunningTest.current).name
      let mapper = MapperUnderTest.mapping { data in
        if data.first == UInt8(ascii: "0") { exit(113) }
        while data.first == UInt8(ascii: "1") { Thread.sleep(forTimeInterval: 1) }
        return kill(getpid(), data.first == UInt8(ascii: "2") ? SIGTERM : SIGKILL)
      }
      guard !ChildRun.serve(mapper, as: check) else { return }
      var child = ChildRun(of: check, countLimit: 4)
      let verdicts = ["0", "1", "2", "3", "4"].map { "\(child.traps(on: Array($0.utf8)))" }
      #expect(
        verdicts == [
          "it calls exit()", "it does not return",
          "nobody knows whether it traps: somebody ended it, by signal 15",
          "it is killed (SIGKILL), as a process is that takes all memory",
          "nobody knows whether it traps: 4 processes were started, and no more are",
        ])
    }

    @Test(
      "A child without a parent gives no verdict", .enabled(if: TestDepth.isFull),
      .contract(callSeconds: nil))
    func noAnswer() throws {
      let check = try #require(RunningTest.current).name
      let mapper = MapperUnderTest.mapping { _ in Thread.sleep(forTimeInterval: 600) }
      guard !ChildRun.serve(mapper, as: check) else { return }
      var child = ChildRun(of: check, seconds: 2)
      #expect(
        child.traps(on: [0x31])
          == .unknown(reason: "it has not ended after 2 s"))
    }

    #if os(Linux)
      @Test("A mapper that uses all memory does not harm other processes")
      func memory() throws {
        let check = try #require(RunningTest.current).name
        let mapper = MapperUnderTest.mapping { _ in
          // Memory without writes takes no memory of the machine.
          while true { _ = UnsafeMutableRawPointer.allocate(byteCount: 1 << 30, alignment: 16) }
        }
        guard !ChildRun.serve(mapper, as: check) else { return }
        var child = ChildRun(of: check)
        #expect(child.traps(on: [0x31]).isFatal)
      }
    #endif

    @Test("A child whose test lacks the check ends without an answer")
    func unknownCheck() throws {
      let check = try #require(RunningTest.current).name
      guard !ChildRun.serve(Self.first, as: check) else { return }
      var child = ChildRun(of: "another check")
      #expect(
        child.traps(on: [0x31])
          == .unknown(reason: "it ended with 0 and no answer"))
    }

    @Test("The journal of a trapped child is reported once")
    func journal() throws {
      let check = try #require(RunningTest.current).name
      // The payload tells the child the folder.
      let asked = ChildRun.request?.payloads.last
      let text = asked.map { String(decoding: $0.bytes, as: UTF8.self) }
      let root = try text ?? Trial([:]).folder
      let folder = JournalFolder(in: URL(filePath: root))
      let mapper = watched(
        .mapping { data -> Int in preconditionFailure("\(data)") },
        CallWatch(CallJournal(of: check, in: folder)))
      guard !ChildRun.serve(mapper, as: check) else { return }
      var child = ChildRun(of: check)
      let payload = Array(root.utf8)
      #expect("\(child.traps(on: payload))".hasPrefix("it traps (SIG"))
      #expect(
        CallRecord.claimed(of: check, in: folder) == [
          CallRecord(check: check, payloads: [EndpointPayload(payload)])
        ])
      #expect(CallRecord.claimed(of: check, in: folder) == [])
    }
  }

  extension ChildRun {
    /// Answers if this process is a child that is asked about the check.
    ///
    /// - Returns: Whether this process is a child.
    fileprivate static func serve(_ mapper: MapperUnderTest, as check: String) -> Bool {
      if let payloads = payloads(askedOf: check) { answer(to: payloads, by: [mapper]) }
      return isChild
    }
  }

  private let isRunBySwiftTest = CommandLine.arguments.contains("swift-testing")
#endif

@Suite("A child runs one test of this process")
struct TestCommandTests {
  private let test = RunningTest(id: "App.Suite/`a b`(c:)/Suite.swift:3:4")

  @Test("Arguments of the whole run are left out")
  func arguments() {
    let words = [
      "helper", "--test-bundle-path", "/b", "--xunit-output", "x.xml", "/b",
      "--testing-library", "swift-testing", "--filter", "y",
    ]
    #if os(Linux) || os(macOS)
      #expect(
        TestCommand(words, running: test)?.arguments == [
          "--test-bundle-path", "/b", "--testing-library", "swift-testing", "--no-parallel",
          "--filter", #"^App\.Suite\/\`a\ b\`\(c\:\)\/Suite\.swift\:3\:4$"#,
        ])
    #endif
    #expect(TestCommand(["tests", "--testing-library", "xctest"], running: test) == nil)
    #expect(TestCommand(["tests", "--testing-library"], running: test) == nil)
    #expect(TestCommand(["tests"], running: test) == nil)
  }

  @Test("A test is named without its line number")
  func names() {
    #expect(test.name == "App.Suite/`a b`(c:)")
    #expect(RunningTest(id: "App.Suite").name == "App.Suite")
    #expect(RunningTest(id: "App.Suite/f()").name == "App.Suite/f()")
  }

  @Test("Outside of swift test there is no command")
  func unknown() {
    var child = ChildRun(of: "a", in: nil)
    #expect(
      child.traps(on: [])
        == .unknown(reason: "the tests are not run by swift test, which a child would be"))
  }
}
