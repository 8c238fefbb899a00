# tries: an archive whose member is said to be huge
# run: (1|3) object\.o: (corrupt archive: truncated member|an archive, not an object)
printf '!<arch>\n%-16s%-12s%-6s%-6s%-8s%-10s`\n' x.o/ 0 0 0 644 9999999999
