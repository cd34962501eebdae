// What is stubbed and served is told in the words of the other module, which needs no network of
// Foundation's, so that the command that serves does not load it.
@_exported public import FixtureServing
