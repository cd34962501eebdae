import Foundation
import Verification

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
    case accepted = 113
    case refused = 114
  }

  /// What this process is asked; `nil` in normal processes.
  static let request: CallRecord? = {
    guard let path = ProcessInfo.processInfo.environment[variable],
      let bytes = try? Data(contentsOf: URL(filePath: path))
    else { return nil }
    return CallRecord(bytes)
  }()

  /// The payload that this process is asked about; `nil` in normal processes.
  static var requestedPayload: [UInt8]? { request?.payloads.last }

  /// Whether this process is a child.
  static let isChild = ProcessInfo.processInfo.environment[variable] != nil

  /// In a child that is asked about a check, maps the payloads and ends the process.
  ///
  /// - Returns: Whether this is a child. It is asked about another check then: there is nothing to
  ///   do for this one.
  static func serve(_ mapper: MapperUnderTest, as check: String) -> Bool {
    guard let request, request.check == check else { return isChild }
    leaveNoCore()
    // At once: other tests, and what runs at the end of a process, are no part of the answer.
    _exit(answer(of: mapper, to: request.payloads).rawValue)
  }

  static func answer(of mapper: MapperUnderTest, to payloads: [[UInt8]]) -> Answer {
    var session = mapper.makeSession()
    var answer = Answer.refused
    for payload in payloads {
      if case .refused = session.map(payload) { answer = .refused } else { answer = .accepted }
    }
    return answer
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
}
