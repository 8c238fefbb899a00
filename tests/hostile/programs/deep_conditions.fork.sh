# tries: a hundred thousand #if
# run: 1 :257:2: error: conditions \(#if\) are nested more than 256 deep
printf '#if 1\n%.0s' {1..100000}
