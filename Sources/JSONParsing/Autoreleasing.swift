#if canImport(ObjectiveC)
  import ObjectiveC
#endif

/// Runs work, and lets go of the objects of Foundation that it has autoreleased, where systems have
/// such: elsewhere that would wait for the end of the thread.
package func releasingObjects<Result>(_ work: () throws -> Result) rethrows -> Result {
  #if canImport(ObjectiveC)
    return try autoreleasepool(invoking: work)
  #else
    return try work()
  #endif
}
