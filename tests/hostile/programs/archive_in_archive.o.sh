# tries: an archive of an archive
# run: (1|3) object\.o(: an archive, not an object|\(inner\.a\): not an SB-PRAM object)
fcc -c -o input.o "$hello"
ar rcS inner.a input.o; ar rcS outer.a inner.a; cat outer.a
