import Foundation
import JSONParsing

extension Mutant {
  /// Mistakes with texts.
  static var ofTexts: [Mutant] {
    [
      text("trimmed", "Order", "title", at: "order.title") {
        $0.trimmingCharacters(in: .whitespaces)
      },
      text("composed", "Customer", "name", at: "order.customer.name") {
        $0.precomposedStringWithCanonicalMapping
      },
      text("cut at U+0000", "Order", "title", at: "order.title") {
        String($0.prefix { $0 != "\0" })
      },
      text("cut at 255 characters", "Product", "name", at: "order.lines[0].product.name") {
        String($0.prefix(255))
      },
      text("without emoji", "Address", "street", at: "order.customer.address.street") {
        String($0.unicodeScalars.filter { $0.value < 0x10000 })
      },
      text("in lower case", "Order", "number", at: "order.number") { $0.lowercased() },
      Mutant("escapes left in a text", "Order", "title", at: "order.title") {
        $0.read = Reading.either(
          { value, _ in
            try value.kind == .string ? String(value.rawText.dropFirst().dropLast()) : fail()
          }, $0.read)
      },
      Mutant("an enumeration in any case", "Order", "state", at: "order.state") {
        $0.read = Reading.parsed { states.first(with: $0.lowercased()) }
      },
      Mutant("an enumeration trimmed", "Order", "state", at: "order.state") {
        $0.read = Reading.parsed { states.first(with: $0.trimmingCharacters(in: .whitespaces)) }
      },
      Mutant("an unknown case as the first", "Order", "state", at: "order.state") {
        $0.read = Reading.parsed { states.first(with: $0) ?? "draft" }
      },
      Mutant("a case forgotten", "Order", "state", at: "order.state") {
        $0.read = Reading.oneOf("draft", "placed", "paid")
      },
      Mutant("an open list closed", "Payment", "currency", at: "order.payments.a.currency") {
        $0.read = Reading.oneOf("EUR", "USD")
      },
    ]
  }

  private static let states = ["draft", "placed", "paid", "shipped"]

  private static func text(
    _ name: String, _ type: String, _ key: String, at path: String,
    _ change: @escaping (String) -> String
  ) -> Mutant {
    Mutant("a text \(name)", type, key, at: path) {
      $0.read = Reading.changed($0.read, String.self, change)
    }
  }

  /// Mistakes with addresses, identifiers and data.
  static var ofFormats: [Mutant] {
    [
      Mutant("an address in lower case", "Order", "url", at: "order.url") {
        $0.read = Reading.parsed { $0.isEmpty ? nil : URL(string: $0.lowercased()) }
      },
      Mutant("an address without its escapes", "Order", "url", at: "order.url") {
        $0.read = Reading.changed($0.read, URL.self) { $0.absoluteString.removingPercentEncoding }
      },
      Mutant("an address without its fragment", "Order", "url", at: "order.url") {
        $0.read = Reading.changed($0.read, URL.self) {
          $0.absoluteString.split(separator: "#").first.map(String.init)
        }
      },
      Mutant("a relative address made absolute", "Order", "url", at: "order.url") {
        $0.read = Reading.parsed {
          URL(string: $0, relativeTo: URL(string: "https://shop.example"))?.absoluteURL
        }
      },
      Mutant("an identifier in braces", "Order", "reference", at: "order.reference") {
        $0.read = Reading.parsed {
          UUID(uuidString: $0.trimmingCharacters(in: CharacterSet(charactersIn: "{}")))
        }
      },
      Mutant("an identifier in capitals only", "Order", "reference", at: "order.reference") {
        $0.read = Reading.parsed { $0 == $0.uppercased() ? UUID(uuidString: $0) : nil }
      },
      Mutant(
        "data with line breaks", "Product", "thumbnail",
        at: "order.lines[0].product.thumbnail"
      ) {
        $0.read = Reading.parsed { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
      },
      Mutant(
        "data of the text itself", "Product", "thumbnail",
        at: "order.lines[0].product.thumbnail"
      ) {
        $0.read = Reading.parsed { Data($0.utf8) }
      },
    ]
  }

  /// Mistakes with dates.
  static var ofDates: [Mutant] {
    [
      Mutant("an instant without a zone", "Order", "placed_at", at: "order.placed_at") {
        $0.read = Reading.either($0.read, Reading.parsed { DateReading.instant($0 + "Z") })
      },
      Mutant("a day for an instant", "Order", "placed_at", at: "order.placed_at") {
        $0.read = Reading.either($0.read, Reading.day)
      },
      Mutant("an instant for a day", "Order", "due", at: "order.due") {
        $0.read = Reading.either($0.read, Reading.instant)
      },
      Mutant("no fractions of a second", "Order", "placed_at", at: "order.placed_at") {
        $0.read = Reading.parsed { $0.contains(".") ? nil : DateReading.instant($0) }
      },
      Mutant("fractions cut off", "Order", "placed_at", at: "order.placed_at") {
        $0.read = Reading.changed($0.read, Date.self) {
          Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down))
        }
      },
      Mutant("the offset ignored", "Order", "placed_at", at: "order.placed_at") {
        $0.read = Reading.parsed {
          DateReading.instant($0.prefix { $0 != "+" } + "Z")
            ?? DateReading.instant($0)
        }
      },
      Mutant("seconds since 1970 for an instant", "Order", "placed_at", at: "order.placed_at") {
        $0.read = Reading.either($0.read) { value, _ in
          try value.number?.double.value.map { Date(timeIntervalSince1970: $0) } ?? fail()
        }
      },
      Mutant("day and month swapped", "Order", "due", at: "order.due") {
        $0.read = Reading.parsed { text in
          let parts = text.split(separator: "-")
          return parts.count == 3 ? DateReading.day("\(parts[0])-\(parts[2])-\(parts[1])") : nil
        }
      },
      Mutant("a day in the zone of Tokyo", "Order", "due", at: "order.due") {
        $0.read = Reading.changed($0.read, Date.self) { $0.addingTimeInterval(-9 * 3600) }
      },
      Mutant("the year of the week", "Order", "due", at: "order.due") {
        $0.read = Reading.changed($0.read, Date.self) { date in
          var calendar = Calendar(identifier: .iso8601)
          calendar.timeZone = .gmt
          var parts = calendar.dateComponents([.yearForWeekOfYear, .month, .day], from: date)
          (parts.year, parts.yearForWeekOfYear) = (parts.yearForWeekOfYear, nil)
          return calendar.date(from: parts)
        }
      },
      Mutant("a clock of 12 hours", "Order", "placed_at", at: "order.placed_at") {
        $0.read = Reading.changed($0.read, Date.self) { date in
          let hour = Int(date.timeIntervalSince1970 / 3600) % 24
          return hour == 12 ? date.addingTimeInterval(-12 * 3600) : date
        }
      },
      Mutant(
        "the 30th of February", "Order", "due", at: "order.due",
        missed: "Foundation rolls dates over too"
      ) {
        $0.read = Reading.either(
          $0.read,
          Reading.parsed { text in
            text.hasSuffix("-02-30")
              ? DateReading.day(text.replacing("-02-30", with: "-03-01")) : nil
          })
      },
    ]
  }
}

extension [String] {
  fileprivate func first(with text: String) -> String? { first { $0 == text } }
}
