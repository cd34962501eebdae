import Foundation

/// Hand-written code over `[String: Any]`, with initializers that return `nil`.
enum DictionaryStyle {
  struct Line {
    let lineId: Int
    let quantity: Int
    let price: Decimal
    let product: Product
    let discounts: [Double]

    init?(_ json: Any) {
      guard let json = json as? [String: Any], let id = JSONNumbers.int(json["id"]),
        let quantity = JSONNumbers.int(json["quantity"]),
        let price = JSONNumbers.decimal(json["price"]),
        let product = json["product"].flatMap(Product.init)
      else { return nil }
      (lineId, self.quantity, self.price, self.product) = (id, quantity, price, product)
      guard let discounts = json["discounts"] else {
        self.discounts = []
        return
      }
      guard let rates = (discounts as? [Any])?.map(JSONNumbers.double),
        rates.allSatisfy({ $0 != nil })
      else { return nil }
      self.discounts = rates.compactMap { $0 }
    }
  }

  struct Product {
    let productId: Int
    let name: String
    let barcode: String?
    let thumbnail: Data?

    init?(_ json: Any) {
      guard let json = json as? [String: Any], let id = JSONNumbers.int(json["id"]),
        let name = json["name"] as? String
      else { return nil }
      (productId, self.name) = (id, name)
      switch json["barcode"] {
      case nil: barcode = nil
      case let text as String: barcode = text
      case let number?:
        guard let decimal = JSONNumbers.decimal(number) else { return nil }
        barcode = "\(decimal)"
      }
      switch json["thumbnail"] {
      case nil, is NSNull: thumbnail = nil
      case let value?:
        guard let data = (value as? String).flatMap({ Data(base64Encoded: $0) }) else { return nil }
        thumbnail = data
      }
    }
  }
}

/// Strict reading of numbers of `JSONSerialization`: a cast reads `true` as 1, and this does not.
enum JSONNumbers {
  static func isBool(_ value: Any?) -> Bool {
    (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
  }

  static func int(_ value: Any?) -> Int? { isBool(value) ? nil : value as? Int }

  static func double(_ value: Any?) -> Double? {
    isBool(value) ? nil : (value as? NSNumber)?.doubleValue
  }

  /// Reads the number's digits, because its `decimalValue` goes through `Double`.
  static func decimal(_ value: Any?) -> Decimal? {
    isBool(value) ? nil : (value as? NSNumber).flatMap { Decimal(string: $0.description) }
  }
}
