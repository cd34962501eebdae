/// The table that maps orders as the contract says.
extension TableMapper {
  static var shop: TableMapper {
    TableMapper(tables: [
      "Order": [
        Row("id", "orderId", Reading.int),
        Row("reference", "reference", Reading.uuid),
        Row("number", "number", Reading.text),
        Row("title", "title", Reading.text),
        Row("state", "state", Reading.oneOf("draft", "placed", "paid", "shipped")),
        Row("placed_at", "placedAt", Reading.instant),
        Row("due?", "due", null: true, Reading.day),
        Row("total", "total", Reading.decimal),
        Row("weight?", "weight", null: true, Reading.double),
        Row("gift", "isGift", Reading.bool),
        Row("views", "viewCount", Reading.uint),
        Row("priority", "priority", Reading.int8),
        Row("url", "url", Reading.url),
        Row("customer", "customer", Reading.object("Customer")),
        Row("contact?", "contact", null: true, Reading.object("Customer")),
        Row("shipping.method", "shippingMethod", Reading.text),
        Row("shipping.cost", "shippingCost", Reading.doubleInText),
        Row("shipping.note?", "shippingNote", null: true, Reading.text),
        Row("lines", "lines", Reading.list(Reading.object("Line"))),
        Row("tags", "tags", Reading.set),
        Row("related", "relatedIds", Reading.list(Reading.nullable(Reading.int))),
        Row("grid", "grid", Reading.list(Reading.list(Reading.int))),
        Row("attributes?", "attributes", Reading.dictionary(Reading.nullable(Reading.text))),
        Row("payments?", "payments", Reading.dictionary(Reading.object("Payment"))),
      ],
      "Customer": [
        Row("id", "customerId", Reading.int),
        Row("name", "name", Reading.text),
        Row("email?", "email", null: true, Reading.text),
        Row("address", "address", Reading.object("Address")),
      ],
      "Address": [
        Row("street", "street", Reading.text),
        Row("city", "city", Reading.text),
        Row("zip?", "zip", null: true, Reading.text),
        Row("geo.lat", "latitude", Reading.double),
        Row("geo.lng", "longitude", Reading.double),
      ],
      "Line": [
        Row("id", "lineId", Reading.int),
        Row("quantity", "quantity", Reading.int),
        Row("price", "price", Reading.decimal),
        Row("product", "product", Reading.object("Product")),
        Row("discounts?", "discounts", Reading.list(Reading.double)),
      ],
      "Product": [
        Row("id", "productId", Reading.int),
        Row("name", "name", Reading.text),
        Row("barcode?", "barcode", Reading.textOrNumber),
        Row("thumbnail?", "thumbnail", null: true, Reading.data),
      ],
      "Payment": [
        Row("amount", "amount", Reading.decimal),
        Row("currency", "currency", Reading.text),
      ],
    ])
  }
}
