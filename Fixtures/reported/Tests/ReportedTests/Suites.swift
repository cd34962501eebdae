import Testing

// What the tests of this suite say is compared whole with expected.txt.

@Suite("The code of the reports")
struct FaultyCode {}

// Nothing is said of these.

@Suite("The mended code")
struct MendedCode {}
