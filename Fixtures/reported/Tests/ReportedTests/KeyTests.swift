import ContractTesting
import Foundation
import Testing

@testable import Reported

extension FaultyCode {
  @Test("An optional key in camel case is not read in snake case")
  func action() throws {
    try expect(.coding([Faulty.Action].self), keeps: Contract("keys"), as: "[Action]")
  }

  @Test("Coding keys are compared with what the key strategy makes")
  func article() throws {
    try expect(
      .decoding(Faulty.Article.self, with: .snakeCase), keeps: Contract("keys"), as: "Article")
  }

  @Test("A container's keys went through the key strategy")
  func subscriber() throws {
    try expect(
      .decoding(Envelope<Faulty.Subscriber>.self, with: .snakeCase), keeps: Contract("keys"),
      as: "GET /v1/subscribers/:id")
  }
}

extension MendedCode {
  @Test("Keys in camel case are read in camel case")
  func action() throws {
    try expect(.coding([Mended.Action].self), keeps: Contract("keys"), as: "[Action]")
  }

  @Test("Coding keys say what the key strategy makes")
  func article() throws {
    try expect(
      .decoding(Mended.Article.self, with: .snakeCase), keeps: Contract("keys"), as: "Article")
  }

  @Test("The key strategy is a closure's, and its keys are left open")
  func articleByClosure() throws {
    try expect(
      .mapping { try JSONDecoder.snakeCase.decode(Mended.Article.self, from: $0) },
      keeps: Contract("keys"), as: "Article")
  }

  @Test("A dictionary's keys are left as they are")
  func subscriber() throws {
    try expect(
      .decoding(Envelope<Mended.Subscriber>.self, with: .snakeCase), keeps: Contract("keys"),
      as: "GET /v1/subscribers/:id")
  }
}
