# tries: control characters in names
# run: 1 :1:5: error: stray character of code 27
printf 'int \033[2Jx; #error \033]0;title\007\n'
