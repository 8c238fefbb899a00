# tries: a hundred thousand parentheses
# run: 1 nested
printf 'int x = '; printf '%.0s(' {1..100000}
