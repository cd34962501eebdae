// The types of stubs and servers are in another module. It does not use Foundation's network, so
// that the command `serve` does not load it.
@_exported public import FixtureServing
