/dev/fd/3: line 138: pramsim: command not found
