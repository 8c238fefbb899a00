# tries: ten thousand starts in each other
# run: 1 nested
printf 'int main(void) {'; printf '%.0s start' {1..10000}
