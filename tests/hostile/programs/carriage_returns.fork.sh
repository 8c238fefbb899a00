# tries: lines that end as on other systems
# run: 0
printf '#define X 1 \\\r\n + 2\r\nint x = X;\r\n'
