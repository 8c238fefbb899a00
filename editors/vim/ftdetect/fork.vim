" Files whose names end in .fork are Fork programs.
autocmd BufRead,BufNewFile *.fork setfiletype fork
