-- Geometry in C against GEOS.
require("bench.ratio").rows_of((os.getenv "BUILD" or "build") .. "/tests/bench/bench_geometry")
