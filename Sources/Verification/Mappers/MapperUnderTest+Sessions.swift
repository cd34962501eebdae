extension MapperUnderTest {
  /// The mapper with something around each of its sessions.
  package func withSessions(
    _ wrap: @escaping (any MapperSession) -> any MapperSession
  ) -> MapperUnderTest {
    var mapper = self
    mapper.makeSession = { [makeSession] in wrap(makeSession()) }
    return mapper
  }
}
