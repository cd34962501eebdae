#if os(Linux)
  package import Dispatch

  /// The serial queue on which a session of FoundationNetworking keeps its tasks.
  ///
  /// Its registry of tasks has no lock: a client that is called on another queue reads it while a task
  /// that begins or ends writes it, and traps in `URLSession.behaviour(for:)`. Nothing public hands
  /// out the queue, so it is read by reflection.
  package enum SessionQueue {
    /// How long the queue waits for an answer that waits for the queue: whoever cancels a task of
    /// Swift holds its lock, and waits for the queue; the answer resumes that task, and waits for
    /// the lock (swift-corelibs-foundation, issue 5412). The registry has been read by then.
    private static let patience = DispatchTimeInterval.milliseconds(200)

    /// - Parameter task: A task of the session.
    package static func of(_ task: AnyObject) -> DispatchQueue? {
      sequence(first: Mirror(reflecting: task)) { $0.superclassMirror }
        .lazy.flatMap(\.children).first { $0.label == "workQueue" }?.value as? DispatchQueue
    }

    /// Does some work beside the queue, while the queue does nothing else.
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
