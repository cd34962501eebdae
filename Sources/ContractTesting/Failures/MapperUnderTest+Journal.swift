import Verification

/// Returns the mapper with each of its calls written to a journal.
///
/// What watches a `Codable` type decode a payload is not written down: it only gets payloads that
/// the mapper has survived.
func journaled(_ mapper: MapperUnderTest, by journal: CallJournal) -> MapperUnderTest {
  mapper.withSessions { JournaledSession(session: $0, journal: journal) }
}

/// A session whose calls are written down.
private struct JournaledSession: MapperSession {
  var session: any MapperSession
  let journal: CallJournal
  /// What the session was given so far: with a store, the trap may need it all.
  var payloads: [[UInt8]] = []

  var stored: StoredObjects? { session.stored }

  mutating func map(_ payload: [UInt8]) -> MapperAnswer {
    payloads.append(payload)
    journal.begin(payloads)
    defer { journal.end() }
    return session.map(payload)
  }
}
