#if os(Linux)
  package import Dispatch

  /// The serial queue on which a session of FoundationNetworking keeps its tasks.
  ///
  /// The registry of tasks in FoundationNetworking has no lock: a client that is called on another
  /// queue reads it while a beginning or ending task writes it, and traps in
  /// `URLSession.behaviour(for:)`. No public API returns the queue, so it is read by reflection.
  package enum SessionQueue {
    /// How long the queue waits for an answer that may itself wait for the queue. The code that
    /// cancels a Swift task holds the task's lock and waits for the queue, while the answer resumes
    /// that task and waits for the lock (swift-corelibs-foundation, issue 5412). By then the
    /// registry has been read.
    private static let patience = DispatchTimeInterval.milliseconds(200)

    package static func of(_ task: AnyObject) -> DispatchQueue? {
      sequence(first: Mirror(reflecting: task)) { $0.superclassMirror }
        .lazy.flatMap(\.children).first { $0.label == "workQueue" }?.value as? DispatchQueue
    }

    /// Runs some work on another thread, while the queue does nothing else.
    static func whileIdle(of task: AnyObject?, _ work: @escaping @Sendable () -> Void) {
      guard let queue = task.flatMap(of) else { return DispatchQueue.global().async(execute: work) }
      queue.async {
        let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        DispatchQueue.global().async {
          begun.signal()
          work()
          ended.signal()
        }
        begun.wait()
        _ = ended.wait(timeout: .now() + patience)
      }
    }
  }
#endif
