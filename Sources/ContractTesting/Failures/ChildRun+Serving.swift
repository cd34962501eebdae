import Foundation
import MapperTesting

extension ChildRun {
  /// The exit codes of a child that has an answer.
  ///
  /// A test run ends with none of these numbers: one that never reaches the check ends with 0,
  /// which must not be an answer.
  enum Answer: Int32 {
    case survived = 113
    /// The mapper called `exit()`.
    case exited = 115
    /// The mapper did not return within the time limit.
    case stuck = 116
  }

  /// Returns the exit code of a child that traps, in the way in which shells report a signal.
  static func exitCode(forSignal signal: Int32) -> Int32 { 128 + signal }

  /// Returns the signal that a child's exit code stands for; `nil` if it is not that of a trap.
  static func signal(ofExitCode code: Int32) -> Int32? {
    ProcessEnd.signals.contains(code - 128) ? code - 128 : nil
  }

  /// The question to this process; `nil` in normal processes.
  private static let question = ProcessInfo.processInfo.environment[variable].flatMap {
    ChildQuestion(number: $0)
  }

  /// The record that this process is asked about; `nil` in normal processes.
  static let request = question?.record

  static var isChild: Bool { question != nil }

  /// A warning about the environment variable, if no parent has set it.
  static var doubt: String? {
    guard ProcessInfo.processInfo.environment[variable] != nil, !isChild else { return nil }
    return "\(variable) is set, and no check has started this process: it is not believed, and the "
      + "check is made as ever; unset it"
  }

  /// Returns the payloads about which a check asks this process; `nil` in normal processes, and in
  /// a child that is asked by another check.
  static func payloads(askedOf check: String) -> [EndpointPayload]? {
    request.flatMap { $0.check == check ? $0.payloads : nil }
  }

  /// Maps the payloads about which a child is asked, with each mapper, and ends the process.
  static func answer(to payloads: [EndpointPayload], by mappers: [MapperUnderTest]) -> Never {
    answer {
      for (number, mapper) in mappers.enumerated() {
        question?.progress = number == 0 ? .called : .calledOther
        var session = watched(mapper).makeSession()
        for payload in payloads { _ = session.map(payload) }
      }
    }
  }

  /// Tells the parent which payload is decoded next.
  static func note(_ payload: EndpointPayload) { question?.note = payload }

  /// Does the work that a child is asked for, and ends the process.
  static func answer(_ work: () -> Void) -> Never {
    leaveNoCore()
    limitMemory()
    question?.progress = .called
    work()
    question?.progress = .answered
    // Exit at once: other tests and exit handlers are not part of the answer.
    _exit(Answer.survived.rawValue)
  }

  /// Prevents the system from writing a core dump of a process that traps.
  private static func leaveNoCore() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_CORE, &limit)
    #endif
  }

  /// Limits the memory of a child to half of the physical memory, which is enough for a payload, so
  /// that a mapper cannot take the memory of other processes. A sanitizer reserves more than that,
  /// so then there is no limit.
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
