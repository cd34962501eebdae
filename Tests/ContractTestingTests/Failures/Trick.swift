import ContractTesting
import Foundation
import Testing

#if os(Linux) || os(macOS)
  /// A way in which a wrong mapper may avoid a verdict; the first one is no trick.
  enum Trick: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// Returns the right value.
    case none
    /// Returns another value.
    case wrong
    case exit, exitElsewhere, exitLater, exitBetween
    case endAtOnce, endAtOnceBetween, quickExit, exec
    case abort, trap, overflow, loop, deadlock
    case closedOutput, fork
    case cancelled, cancelledTest
    case emptyVariable, wrongVariable
    case refusingBoth
    case killed, terminated, endedThread
    case ignoredSignals, closedFiles, otherFolder, removedFolder, noFiles, readInput
    case errorTraps, errorEnds, errorIsEndless, errorIsLong
    case mirrorTraps, mirrorEnds, listIsEndless, isCycle, isDeep, deinitExits
    case rings

    var testDescription: String { rawValue }

    /// The environment of a process with a left-over variable.
    var environment: [String: String] {
      switch self {
      case .emptyVariable: ["CONTRACTCHECK_CHILD": ""]
      case .wrongVariable: ["CONTRACTCHECK_CHILD": "0123456789abcdef"]
      default: [:]
      }
    }

    /// Checks a mapper that plays the trick.
    ///
    /// - Parameter root: The root of a package with the contract `items`.
    func check(in root: String) async throws {
      let contract = try Contract("items", filePath: root + "/Tests/AppTests/AppTests.swift")
      let items = { (data: Data) in
        try JSONDecoder().decode([TrickItem].self, from: data)
      }
      switch self {
      case .cancelled, .cancelledTest:
        try await expect(
          .mapping { data in
            if self == .cancelled { withUnsafeCurrentTask { $0?.cancel() } }
            if self == .cancelledTest { try Test.cancel() }
            await Task.yield()
            return try items(data).map { TrickItem(id: $0.id &+ 1) }
          }, keeps: contract, as: "[Item]")
      case .exitBetween, .endAtOnceBetween:
        // The value is read between two calls.
        try expect(
          .mapping(items).reading { (item: TrickItem) in
            self == .exitBetween ? Foundation.exit(0) : _exit(0)
          }, keeps: contract, as: "[Item]")
      case .errorTraps, .errorEnds, .errorIsEndless, .errorIsLong:
        try expect(
          .mapping { (_: Data) -> [TrickItem] in throw TrickError(trick: self) }, keeps: contract,
          as: "[Item]")
      case .mirrorTraps, .mirrorEnds, .listIsEndless, .isCycle, .isDeep, .deinitExits:
        try expect(
          .mapping { try items($0).map { TrickObject(id: $0.id, trick: self) } }, keeps: contract,
          as: "[Item]")
      case .refusingBoth:
        let refusing = MapperUnderTest.mapping { _ -> [TrickItem] in throw POSIXError(.EIO) }
        try expect(refusing, agreesWith: refusing, on: contract, as: "[Item]")
      default:
        try expect(
          .mapping { data in
            perform(in: root)
            return try items(data).map { TrickItem(id: self == .none ? $0.id : $0.id &+ 1) }
          }, keeps: contract, as: "[Item]")
      }
    }

    /// Plays the trick within a call.
    private func perform(in root: String) {
      switch self {
      case .exit: Foundation.exit(0)
      case .exitElsewhere:
        Thread.detachNewThread { Foundation.exit(0) }
        Thread.sleep(forTimeInterval: 60)
      case .exitLater:
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: 0.05)
          Foundation.exit(0)
        }
        Thread.sleep(forTimeInterval: 0.01)
      case .endAtOnce: _exit(0)
      case .quickExit:
        #if canImport(Glibc)
          quick_exit(0)
        #else
          _exit(0)
        #endif
      case .exec:
        let path =
          FileManager.default.fileExists(atPath: "/bin/true") ? "/bin/true" : "/usr/bin/true"
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        execv(path, &words)
      case .abort: Foundation.abort()
      case .trap: preconditionFailure("a trick")
      case .overflow: _ = Self.deep(0)
      case .loop: while Self.goesOn { usleep(10_000) }
      case .deadlock:
        let lock = NSLock()
        lock.lock()
        lock.lock()
      case .closedOutput:
        close(STDOUT_FILENO)
        close(STDERR_FILENO)
      case .killed: kill(getpid(), SIGKILL)
      case .terminated: kill(getpid(), SIGTERM)
      case .endedThread: pthread_exit(nil)
      case .ignoredSignals:
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] { signal(number, SIG_IGN) }
        preconditionFailure("a trick")
      case .closedFiles: for file in Int32(3)..<1024 { close(file) }
      case .otherFolder: chdir("/")
      case .removedFolder: try? FileManager.default.removeItem(atPath: root + "/.contractcheck")
      case .noFiles:
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        #if canImport(Darwin)
          setrlimit(RLIMIT_FSIZE, &limit)
        #else
          setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #endif
      case .readInput: _ = readLine()
      case .rings:
        alarm(1)
        sleep(5)
      case .fork:
        // Swift does not export `fork`.
        let fork = dlsym(dlopen(nil, RTLD_NOW), "fork")
        let id = unsafeBitCast(fork, to: (@convention(c) () -> pid_t).self)()
        if id == 0 { _exit(0) }
        waitpid(id, nil, 0)
      default: break
      }
    }

    fileprivate static let goesOn = true

    private static func deep(_ count: Int) -> Int {
      count == .min ? 0 : deep(count + 1) + deep(count + 2)
    }
  }

  private struct TrickItem: Decodable { var id: Int }

  /// An error whose text is the trick.
  private struct TrickError: Error, CustomStringConvertible {
    var trick: Trick

    var description: String {
      switch trick {
      case .errorTraps: preconditionFailure("a trick")
      case .errorEnds: _exit(0)
      case .errorIsEndless: while Trick.goesOn { usleep(10_000) }
      default: break
      }
      return String(repeating: "long ", count: 2_000_000)
    }
  }

  /// An object that plays the trick when it is read.
  private final class TrickObject: CustomReflectable {
    var id: Int
    var next: TrickObject?
    private let trick: Trick

    init(id: Int, trick: Trick) {
      (self.id, self.trick) = (id &+ 1, trick)
      if trick == .isCycle { next = self }
      guard trick == .isDeep else { return }
      for _ in 0..<1_000 {
        let object = TrickObject(id: id, trick: .none)
        (object.next, next) = (next, object)
      }
    }

    var customMirror: Mirror {
      switch trick {
      case .mirrorTraps: preconditionFailure("a trick")
      case .mirrorEnds: _exit(0)
      case .listIsEndless:
        return Mirror(self, unlabeledChildren: AnyCollection(repeatElement(1, count: .max)))
      default: return Mirror(self, children: ["id": id, "next": next as Any])
      }
    }

    deinit { if trick == .deinitExits { exit(0) } }
  }
#endif
