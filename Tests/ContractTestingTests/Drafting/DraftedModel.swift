import ContractModel
import ContractTesting
import DiskReading
import Foundation
import Generation
import JSONParsing
import Testing

@testable import MapperTesting

/// A type to draft a contract of, with its payloads.
struct DraftedModel: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The draft's text.
  let draft: @Sendable () throws -> String
  /// The lint findings of the draft, and the issues of the type when checked against it.
  let accusations: @Sendable () throws -> [String]

  init<Model: Decodable & SendableMetatype>(
    _ name: String, _ type: Model.Type, _ samples: String...,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) {
    testDescription = name
    let make = { @Sendable () throws -> CodableDraft in
      try CodableDraft(of: type, decoder: decoder(), samples: samples.map { Array($0.utf8) })
    }
    let made = Mutex<Result<(text: String, target: String), any Error>?>(nil)
    let drafted = { @Sendable () throws -> (text: String, target: String) in
      try made.withLock { made in
        let result = made ?? Result { try make() }.map { ($0.text, $0.target) }
        made = result
        return result
      }.get()
    }
    draft = { try drafted().text }
    accusations = {
      let draft = try drafted()
      let trial = try Trial(["drafted.contract.json": draft.text])
      let contract = try Contract("drafted", filePath: trial.filePath)
      let files = DiskFiles(root: URL(filePath: trial.folder, directoryHint: .isDirectory))
      let mistakes = ContractSet(paths: ["drafted.contract.json"], files: files).errors
      return try mistakes.map(\.description)
        + MapperTest(
          .decoding(type, with: decoder()), keeps: contract, as: draft.target
        ).violations().map(\.description)
    }
  }

  static func decoder(
    _ dates: JSONDecoder.DateDecodingStrategy = .iso8601,
    _ keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
  ) -> JSONDecoder {
    let decoder = JSONDecoder()
    (decoder.dateDecodingStrategy, decoder.keyDecodingStrategy) = (dates, keys)
    return decoder
  }

  static let all = [
    DraftedModel(
      "orders", [Drafted.Order].self,
      #"""
      [{"id":7,"status":"paid","created_at":"2024-05-01T10:00:00Z","buyer":{"id":"4F0C2C3A-0E0B-4F5B-9A53-0C3B0A0B0C0D","full_name":"Ann","email":"ann@example.com","address":{"street":"A 1","city":null,"geo":[1.5,2.5]}},"items":[{"sku":"x","quantity":2,"price":9.99}],"tags":["new"],"attributes":{"gift":"yes"}}]
      """#, decoder: { decoder(.iso8601, .convertFromSnakeCase) }),
    DraftedModel(
      "orders without a sample", [Drafted.Order].self,
      decoder: { decoder(.secondsSince1970, .convertFromSnakeCase) }),
    DraftedModel("a page", Drafted.Page<Drafted.Address>.self, #"{"items":[],"total":0}"#),
    DraftedModel("a recursive class", Drafted.Comment.self),
    DraftedModel(
      "a hand-written type", Drafted.Profile.self,
      #"{"id":1,"user":{"first":"A","last":"B"},"kind":"admin","website":"https://a.example"}"#),
    DraftedModel(
      "a switch", [Drafted.Attachment].self,
      #"[{"type":"image","url":"https://a.example/1","width":1,"height":2},{"type":"file","name":"a"}]"#
    ),
    DraftedModel(
      "a switch inside", [Drafted.FeedEvent].self,
      #"[{"id":"a","kind":"push","payload":{"commits":2}},{"id":"b","kind":"paid","amount":1.5},{"id":"c","kind":"seen"}]"#
    ),
    DraftedModel(
      "odd scalars", Drafted.Reading.self,
      #"{"level":"low","count":"3","unit":"kelvin","values":[1,null],"raw":"QQ=="}"#),
    DraftedModel(
      "dates in milliseconds", Drafted.Stamp.self, decoder: { decoder(.millisecondsSince1970) }),
    DraftedModel("dates without a strategy", Drafted.Stamp.self),
    DraftedModel("dates by a formatter", Drafted.Stamp.self) {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = "yyyy-MM-dd"
      return decoder(.formatted(formatter))
    },
    DraftedModel("a subclass", Drafted.Car.self),
    DraftedModel(
      "containers", Drafted.Track.self, #"{"meta":{},"points":[{"x":1,"y":2.5}]}"#),
    DraftedModel(
      "a lossy list", Drafted.Basket.self, #"{"id":1,"lines":[{"street":"A","geo":[]}]}"#),
    DraftedModel(
      "texts by hand", Drafted.Film.self,
      #"{"id":1,"day":"2024-05-01","seen":"2024-05-01T10:00:00.250Z","poster":"https://a.example/p","votes":"12","budget":"1.50"}"#
    ),
    DraftedModel(
      "a tag by hand", Drafted.Movie.self,
      #"{"type":"movie","title":null,"name":"Up","code":"ab-1"}"#),
    DraftedModel(
      "lists by hand", Drafted.Shelf.self,
      #"{"books":[{"id":1,"isActive":true},{"id":2,"isActive":false}],"pages":[1,null]}"#),
    DraftedModel(
      "refused values", Drafted.Review.self,
      #"{"stars":4,"color":"ff0000","mail":"a@example.com","nick":"ann","tags":["a"],"weight":1.5,"size":1.5,"page":"https://a.example/b"}"#
    ),
    DraftedModel(
      "what is left out", Drafted.Playlist.self,
      #"{"id":1,"shared":{},"cover":{"width":5},"plays":7,"songs":[{"title":"a"},{"name":1}],"ratings":[1,null],"best":[{"title":"b"}],"discs":[{"number":1}],"boxes":[[{"number":1}]]}"#
    ),
    DraftedModel("a number or a text", Drafted.Bill.self),
    DraftedModel(
      "a number or a text, with a sample", Drafted.Bill.self,
      #"{"id":7,"amount":1.5,"count":"3"}"#),
    DraftedModel(
      "an open enumeration", [Drafted.Credit].self,
      #"[{"cast_id":1,"job":"actor","profile_path":null},{"cast_id":2,"job":"director"}]"#,
      decoder: { decoder(.iso8601, .convertFromSnakeCase) }),
  ]
}
