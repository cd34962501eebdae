public import Testing

extension Tag {
  /// The tag for tests that check a mapper, a store or a client by its contract. Test plans select
  /// or skip tests by tag.
  ///
  ///     @Suite("Mappers keep their contracts", .tags(.contract))
  @Tag public static var contract: Self
}
