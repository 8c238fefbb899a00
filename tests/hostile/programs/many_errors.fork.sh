# tries: a hundred thousand errors
# run: 1 :1:22: error: 'undeclared' is not declared
printf 'int f(void) { return'; printf ' undeclared +%.0s' {1..100000}; echo ';}'
printf 'int = ;\n%.0s' {1..100000}
