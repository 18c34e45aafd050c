"""How fast the package is, as ratios that hold on other machines too: `python -m benchmarks`."""
