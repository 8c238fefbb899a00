# tries: an archive whose member is of negative size
# run: (1|3) object\.o: (corrupt archive: (bad member header|truncated member)|an archive, not an object)
printf '!<arch>\n%-16s%-12s%-6s%-6s%-8s%-10s`\n' x.o/ 0 0 0 644 -60
