import ContractTesting
import Foundation
import Testing

@testable import Reported

extension FaultyCode {
  @Test("A list of one may come without its brackets")
  func apiList() throws {
    try expect(.decoding(APIList<[API]>.self), keeps: Contract("shapes"), as: "GET /restapis")
  }

  @Test("A quote may be a status with a state around it")
  func status() throws {
    try expect(.decoding([Faulty.Status].self), keeps: Contract("shapes"), as: "[Status]")
  }

  @Test("A library may be of a new type")
  func sections() throws {
    try expect(
      .decoding(Sections<Faulty.Kind>.self), keeps: Contract("shapes"), as: "GET /library/sections")
  }

  @Test("A list may come as an object")
  func metaProduct() throws {
    try expect(.decoding(Faulty.MetaProduct.self), keeps: Contract("shapes"), as: "Product")
  }

  @Test("A distance may be an empty list")
  func route() throws {
    try expect(.decoding(Faulty.Route.self), keeps: Contract("shapes"), as: "Route")
  }
}

extension MendedCode {
  @Test("A list of one is read with its brackets and without")
  func apiList() throws {
    try expect(.decoding(Mended.APIList.self), keeps: Contract("shapes"), as: "GET /restapis")
  }

  @Test("A quote is one of two cases")
  func status() throws {
    try expect(.decoding([Mended.Status].self), keeps: Contract("shapes"), as: "[Status]")
  }

  @Test("A quote is one type with what both have")
  func flatStatus() throws {
    try expect(.decoding([Mended.FlatStatus].self), keeps: Contract("shapes"), as: "[FlatStatus]")
  }

  @Test("The type of a library is kept, or is one of those that are unknown")
  func sections() throws {
    try expect(
      .decoding(Sections<Mended.Kind>.self), keeps: Contract("shapes"), as: "GET /library/sections")
    try expect(
      .decoding(Sections<Mended.PlainKind>.self), keeps: Contract("shapes"),
      as: "GET /library/sections")
  }

  @Test("Under a closed list another type may be tolerated")
  func closedSections() throws {
    try expect(
      .decoding(Sections<Mended.Kind>.self), keeps: Contract("shapes"), as: "GET /library/closed",
      tolerating: [.unknownCase])
    try expect(
      .decoding(Sections<Mended.PlainKind>.self), keeps: Contract("shapes"),
      as: "GET /library/closed", tolerating: [.unknownCase])
  }

  @Test("A list is made of an object's values")
  func metaProduct() throws {
    try expect(.decoding(Mended.MetaProduct.self), keeps: Contract("shapes"), as: "Product")
  }

  @Test("An empty list is no distance")
  func route() throws {
    try expect(.decoding(Mended.Route.self), keeps: Contract("shapes"), as: "Route")
  }
}
