import ContractTesting
import Foundation
import Testing

@testable import Reported

extension FaultyCode {
  @Test("An instance may have no address")
  func instance() throws {
    try expect(.decoding(Instance<String>.self), keeps: Contract("nulls"), as: "Instance")
  }

  @Test("A playlist's images may be null, or left out")
  func playlists() throws {
    try expect(
      .decoding(Page<Faulty.Playlist>.self), keeps: Contract("nulls"), as: "GET /v1/me/playlists")
  }

  @Test("A list with a null is no null")
  func package() throws {
    try expect(.mappingJSON { Faulty.Package($0) }, keeps: Contract("nulls"), as: "Package")
  }

  @Test("An event that is not understood is no empty event")
  func completed() throws {
    try expect(.mapping { Faulty.completed($0) }, keeps: Contract("nulls"), as: "event completed")
  }
}

extension MendedCode {
  @Test("An address may be nil")
  func instance() throws {
    try expect(.decoding(Instance<String?>.self), keeps: Contract("nulls"), as: "Instance")
  }

  @Test("Images that are not there are an empty list")
  func playlists() throws {
    try expect(
      .decoding(Page<Mended.Playlist>.self), keeps: Contract("nulls"), as: "GET /v1/me/playlists")
  }

  @Test("Where the contract has images, an empty list is tolerated")
  func olderPlaylists() throws {
    try expect(
      .decoding(Page<Mended.Playlist>.self), keeps: Contract("nulls"), as: "GET /v1/me/older",
      tolerating: [.missing, .null])
  }

  @Test("A list is made of what is a text")
  func package() throws {
    try expect(.decoding(Mended.Package.self), keeps: Contract("nulls"), as: "Package")
  }

  @Test("An event that is not understood is an error")
  func completed() throws {
    try expect(
      .mapping { try JSONDecoder().decode(Completed.self, from: $0) }, keeps: Contract("nulls"),
      as: "event completed")
  }
}
