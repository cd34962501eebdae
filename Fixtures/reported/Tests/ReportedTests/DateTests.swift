import ContractTesting
import Foundation
import Testing

@testable import Reported

extension FaultyCode {
  @Test("A version's date may have an offset and no fraction")
  func version() throws {
    try expect(
      .decoding(Versions.self, with: Version.faulty), keeps: Contract("dates"),
      as: "GET /v1/appStoreVersions")
  }

  @Test("A date is a text, and the decoder wants a number")
  func enrollment() throws {
    try expect(.decoding(Enrollments.self), keeps: Contract("dates"), as: "GET /enrollments")
  }

  @Test("A prediction's date may have no fraction")
  func prediction() throws {
    try expect(.decoding(Model.self, with: Model.faulty), keeps: Contract("dates"), as: "Model")
  }

  @Test("A fraction may have other digits than three or six")
  func todo() throws {
    try expect(.decoding([Todo].self, with: Todo.faulty), keeps: Contract("dates"), as: "[Todo]")
  }

  @Test("A fraction may have other digits than three, six or nine")
  func todoInThrees() throws {
    try expect(.decoding([Todo].self, with: Todo.inThrees), keeps: Contract("dates"), as: "[Todo]")
  }

  @Test("A film may have no date yet")
  func movie() throws {
    try expect(
      .decoding(Faulty.Movie.self, with: .dates("yyyy-MM-dd")), keeps: Contract("dates"),
      as: "Movie")
  }

  @Test("A date of GMT is read in GMT")
  func customer() throws {
    let chicago = try #require(TimeZone(identifier: "America/Chicago"))
    try expect(
      .decoding(Customer.self, with: Customer.decoder(in: chicago)), keeps: Contract("dates"),
      as: "Customer")
  }

  @Test("A site without a view has no best day")
  func statistics() throws {
    try expect(
      .decoding(Faulty.Statistics.self, with: .dates("yyyy-MM-dd")), keeps: Contract("dates"),
      as: "Statistics")
  }

  @Test("No best day is not the first of 1970")
  func statisticsOf1970() throws {
    try expect(
      .decoding(Faulty.StatisticsOf1970.self, with: .dates("yyyy-MM-dd")), keeps: Contract("dates"),
      as: "Statistics")
  }
}

extension MendedCode {
  @Test("A version's date is read by two formatters")
  func version() throws {
    try expect(
      .decoding(Versions.self, with: Version.mended), keeps: Contract("dates"),
      as: "GET /v1/appStoreVersions")
  }

  @Test("An enrollment's date is read by two format styles")
  func enrollment() throws {
    try expect(
      .decoding(Enrollments.self, with: .dates(Date.byStyle)), keeps: Contract("dates"),
      as: "GET /enrollments")
  }

  @Test("A prediction's date is read with a fraction and without one")
  func prediction() throws {
    try expect(
      .decoding(Model.self, with: .dates(Date.byFormatter)), keeps: Contract("dates"), as: "Model")
  }

  @Test("A fraction of any length is read")
  func todo() throws {
    let decoders: [JSONDecoder] = [
      .dates(Date.byFormatter), .dates(Date.byStyle), .dates { Date.byHand($0) },
    ]
    for decoder in decoders {
      try expect(.decoding([Todo].self, with: decoder), keeps: Contract("dates"), as: "[Todo]")
    }
  }

  @Test("A film without a date has none")
  func movie() throws {
    try expect(
      .decoding(Mended.Movie.self, with: .dates("yyyy-MM-dd")), keeps: Contract("dates"),
      as: "Movie")
  }

  @Test("A customer's dates are read in GMT")
  func customer() throws {
    try expect(
      .decoding(Customer.self, with: Customer.decoder(in: .gmt)), keeps: Contract("dates"),
      as: "Customer")
  }

  @Test("A site without a best day has none")
  func statistics() throws {
    try expect(
      .decoding(Mended.Statistics.self, with: .dates("yyyy-MM-dd")), keeps: Contract("dates"),
      as: "Statistics")
  }
}
