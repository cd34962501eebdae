import Foundation
import MapperTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ChildRun {
  /// How a child ends that has an answer.
  ///
  /// They are none of the numbers that a test run ends with: one that never comes to the check ends
  /// with 0, which must not be an answer.
  enum Answer: Int32 {
    case survived = 113
    /// The mapper called `exit()`.
    case exited = 115
    /// The mapper did not return in time.
    case stuck = 116
  }

  /// How a child ends that traps: as shells tell of a signal.
  static func exitCode(forSignal signal: Int32) -> Int32 { 128 + signal }

  /// The signal that an exit code of a child stands for; `nil`, if it is none that a trap sends.
  static func signal(ofExitCode code: Int32) -> Int32? {
    ProcessEnd.signals.contains(code - 128) ? code - 128 : nil
  }

  /// The question to this process; `nil` in normal processes.
  private static let question = ProcessInfo.processInfo.environment[variable].flatMap {
    ChildQuestion(number: $0)
  }

  /// What this process is asked; `nil` in normal processes.
  static let request = question?.record

  /// Whether this process is a child.
  static var isChild: Bool { question != nil }

  /// What there is to say of a variable that no parent has set.
  static var doubt: String? {
    guard ProcessInfo.processInfo.environment[variable] != nil, !isChild else { return nil }
    return "\(variable) is set, and no check has started this process: it is not believed, and the "
      + "check is made as ever; unset it"
  }

  /// The payloads that this process is asked about by a check; `nil` in normal processes, and in a
  /// child that is asked about another one.
  static func payloads(askedOf check: String) -> [EndpointPayload]? {
    request.flatMap { $0.check == check ? $0.payloads : nil }
  }

  /// Maps the payloads that a child is asked about, and ends the process.
  ///
  /// - Parameter mappers: Each maps the payloads.
  static func answer(to payloads: [EndpointPayload], by mappers: [MapperUnderTest]) -> Never {
    answer {
      for (number, mapper) in mappers.enumerated() {
        question?.progress = number == 0 ? .called : .calledOther
        var session = watched(mapper).makeSession()
        for payload in payloads { _ = session.map(payload) }
      }
    }
  }

  /// Says to the parent which payload is decoded next.
  static func note(_ payload: EndpointPayload) { question?.note = payload }

  /// Does what a child is asked to do, and ends the process.
  static func answer(_ work: () -> Void) -> Never {
    leaveNoCore()
    limitMemory()
    question?.progress = .called
    work()
    question?.progress = .answered
    // At once: other tests, and what runs at the end of a process, are no part of the answer.
    _exit(Answer.survived.rawValue)
  }

  /// Keeps the system from writing the memory of a process that traps to a disk.
  private static func leaveNoCore() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_CORE, &limit)
    #endif
  }

  /// Keeps a mapper that takes all memory from taking that of others: half of the machine's is
  /// enough for a payload. A sanitizer reserves more than that, and is let be.
  private static func limitMemory() {
    #if os(Linux)
      let half = ProcessInfo.processInfo.physicalMemory / 2
      let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      let pages = status.split(separator: " ").first.flatMap { UInt64($0) } ?? .max
      guard pages < half / UInt64(getpagesize()) / 2 else { return }
      var limit = rlimit(rlim_cur: UInt(half), rlim_max: UInt(half))
      #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
      #else
        setrlimit(RLIMIT_DATA, &limit)
      #endif
    #endif
  }
}
