# tries: a hundred thousand blocks
# run: 1 nested
printf 'void f(void)'; printf '%.0s{' {1..100000}
