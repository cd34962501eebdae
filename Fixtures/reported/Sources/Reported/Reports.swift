/// The models and mappers of public bug reports, as they were.
enum Faulty {}

/// The same, mended. What one decoder or one word tells apart stands beside the report.
enum Mended {}
