import ContractTesting
import Foundation
import Testing

@testable import Reported

extension FaultyCode {
  @Test("Two loads at once make one object of one identity")
  func items() async throws {
    try await expect(
      stores: { ItemStore() },
      loading: ["GET /items": { data, store in try await store.loadLookingFirst(data) }],
      objects: { await $0.items }, keeps: Contract("stores"))
  }

  @Test("What a response does not have stays as it is")
  func songsWiped() throws {
    try expect(
      stores: { SongStore() },
      loading: [
        "GET /songs/:id": { data, store in try store.loadWiping(data) },
        "POST /songs/:id/like": { data, store in try store.loadWiping(data) },
      ],
      objects: { $0.songs }, keeps: Contract("stores"))
  }

  @Test("A null clears what was there")
  func songsKept() throws {
    try expect(
      stores: { SongStore() },
      loading: [
        "GET /songs/:id": { data, store in try store.loadKeeping(data) },
        "POST /songs/:id/like": { data, store in try store.loadKeeping(data) },
      ],
      objects: { $0.songs }, keeps: Contract("stores"))
  }

  @Test("One user in two posts is one object")
  func posts() throws {
    try expect(
      stores: { PostStore() },
      loading: ["GET /posts": { data, store in try store.loadLookingFirst(data) }],
      objects: { $0.objects }, keeps: Contract("stores"))
  }

  @Test("One user in two posts of a payload is one object")
  func postsOfOne() throws {
    try expect(
      .mapping(into: PostStore()) { data, store in
        try store.loadLookingFirst(data)
      } objects: {
        $0.objects
      }, keeps: Contract("stores"), as: "GET /posts")
  }

  @Test("The second page leaves the first as it is")
  func entries() throws {
    try expect(
      stores: { EntryStore() },
      loading: ["GET /pages": { data, store in try store.loadRemoving(data) }],
      objects: { $0.entries }, keeps: Contract("stores"))
  }
}

extension MendedCode {
  @Test("A store that looks and writes in one go makes one object of one identity")
  func items() async throws {
    try await expect(
      stores: { ItemStore() },
      loading: ["GET /items": { data, store in try await store.load(data) }],
      objects: { await $0.items }, keeps: Contract("stores"))
  }

  @Test("A song gets what came, and null where that came")
  func songs() throws {
    try expect(
      stores: { SongStore() },
      loading: [
        "GET /songs/:id": { data, store in try store.load(data) },
        "POST /songs/:id/like": { data, store in try store.load(data) },
      ],
      objects: { $0.songs }, keeps: Contract("stores"))
  }

  @Test("A user is looked for among those of the response too")
  func posts() throws {
    try expect(
      stores: { PostStore() }, loading: ["GET /posts": { data, store in try store.load(data) }],
      objects: { $0.objects }, keeps: Contract("stores"))
    try expect(
      .mapping(into: PostStore()) { data, store in
        try store.load(data)
      } objects: {
        $0.objects
      }, keeps: Contract("stores"), as: "GET /posts")
  }

  @Test("A page adds to those before it")
  func entries() throws {
    try expect(
      stores: { EntryStore() },
      loading: ["GET /pages": { data, store in try store.load(data) }],
      objects: { $0.entries }, keeps: Contract("stores"))
  }
}
