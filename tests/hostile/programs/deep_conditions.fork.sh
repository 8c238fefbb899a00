# tries: a hundred thousand #if
# run: 1 
printf '#if 1\n%.0s' {1..100000}
