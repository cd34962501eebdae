/// The table that maps orders according to the contract.
extension TableMapper {
  static var shop: TableMapper {
    TableMapper(tables: [
      "Order": [
        Row("id", "orderId", kind: "int", Reading.int),
        Row("reference", "reference", Reading.uuid),
        Row("number", "number", kind: "text", Reading.text),
        Row("title", "title", kind: "text", Reading.text),
        Row("state", "state", Reading.oneOf("draft", "placed", "paid", "shipped")),
        Row("placed_at", "placedAt", Reading.instant),
        Row("due?", "due", null: true, Reading.day),
        Row("total", "total", kind: "decimal", Reading.decimal),
        Row("weight?", "weight", kind: "double", null: true, Reading.double),
        Row("gift", "isGift", Reading.bool),
        Row("views", "viewCount", Reading.uint),
        Row("priority", "priority", Reading.int8),
        Row("url", "url", Reading.url),
        Row("customer", "customer", Reading.object("Customer")),
        Row("contact?", "contact", null: true, Reading.object("Customer")),
        Row("shipping.method", "shippingMethod", kind: "text", Reading.text),
        Row("shipping.cost", "shippingCost", Reading.doubleInText),
        Row("shipping.note?", "shippingNote", kind: "text", null: true, Reading.text),
        Row("lines", "lines", Reading.list(Reading.object("Line"))),
        Row("tags", "tags", Reading.set),
        Row("related", "relatedIds", Reading.list(Reading.nullable(Reading.int))),
        Row("grid", "grid", Reading.list(Reading.list(Reading.int))),
        Row("attributes?", "attributes", Reading.dictionary(Reading.nullable(Reading.text))),
        Row("payments?", "payments", Reading.dictionary(Reading.object("Payment"))),
      ],
      "Customer": [
        Row("id", "customerId", kind: "int", Reading.int),
        Row("name", "name", kind: "text", Reading.text),
        Row("email?", "email", kind: "text", null: true, Reading.text),
        Row("address", "address", Reading.object("Address")),
      ],
      "Address": [
        Row("street", "street", kind: "text", Reading.text),
        Row("city", "city", kind: "text", Reading.text),
        Row("zip?", "zip", kind: "text", null: true, Reading.text),
        Row("geo.lat", "latitude", kind: "double", Reading.double),
        Row("geo.lng", "longitude", kind: "double", Reading.double),
      ],
      "Line": [
        Row("id", "lineId", kind: "int", Reading.int),
        Row("quantity", "quantity", kind: "int", Reading.int),
        Row("price", "price", kind: "decimal", Reading.decimal),
        Row("product", "product", Reading.object("Product")),
        Row("discounts?", "discounts", Reading.list(Reading.double)),
      ],
      "Product": [
        Row("id", "productId", kind: "int", Reading.int),
        Row("name", "name", kind: "text", Reading.text),
        Row("barcode?", "barcode", Reading.textOrNumber),
        Row("thumbnail?", "thumbnail", null: true, Reading.data),
      ],
      "Payment": [
        Row("amount", "amount", kind: "decimal", Reading.decimal),
        Row("currency", "currency", kind: "text", Reading.text),
      ],
    ])
  }
}
