"""How fast the package is on this machine, as ratios that hold on other machines too.

`figures` of each group measure; they need numpy, and the peers that are to be measured beside it.
"""
