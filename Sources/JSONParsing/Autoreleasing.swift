#if canImport(ObjectiveC)
  import ObjectiveC
#endif

/// Runs work, and then releases the objects that Foundation autoreleased in it; otherwise they
/// would be released only at the end of the thread. Systems without Objective-C have no such
/// objects.
package func releasingObjects<Result>(_ work: () throws -> Result) rethrows -> Result {
  #if canImport(ObjectiveC)
    return try autoreleasepool(invoking: work)
  #else
    return try work()
  #endif
}
