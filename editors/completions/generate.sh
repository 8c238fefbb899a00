#!/bin/bash
# generate.sh FOLDER - writes completions of all programs for three shells: FOLDER/bash/PROGRAM, FOLDER/zsh/_PROGRAM and
# FOLDER/fish/PROGRAM.fish, from the programs' own tables of options and values.table. Called by make (mk/35-editors.mk).
# shellcheck disable=SC2016 # what the shells expand
set -eu
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
tables='fcc fcc/driver/options.def
prasm asm/prasm/option.def
prlink asm/prlink/option.def
prdis asm/prdis/option.def
pramsim sim/cli/options.def
pramscale lab/scale/options.def
pramgrade lab/grade/options.def
pramview lab/view/options.def'

# options PROGRAM TABLE: a line for each option, fields between tabs: letter without its dash, spelling with its dashes,
# argument, 1 if the argument is joined to the spelling, text, words
options() {
    sed -n "
        s/\\\\\"/\x01/g
        s/^OPTION('\(.\)', \"\(.*\)\", \"\(.*\)\")\$/\1\t\t\2\t\3/p
        s/^OPTION(\('\(.\)'\|0\), \([a-z_]*\), \"\([^\"]*\)\", \([A-Z].*, \)\?\"\(.*\)\")\$/\2\t--\3\t\4\t\6/p
        s/^FCC_FLAG(\"\([^\"]*\)\", .*, \"\(.*\)\")\$/\t\1\t\t\2/p
        s/^FCC_STRING(\"\([^\"]*\)\", [a-z_]*, \"\(.*\)\", \"\(.*\)\")\$/\t\1\t\2\t\3/p
        s/^FCC_\(TEXT\|PASS\)(\"\([^\"]*\)\", \"\(.*\)\", \"\(.*\)\")\$/\t\2\t\3\t\4/p
        s/^FCC_PRINT(\"\([^\"]*\)\", [a-z_]*, \"\(.*\)\")\$/\t\1\t\t\2/p
        s/^FCC_OTHER(\"\([^\"]*\)\", \"\(.*\)\", true, \"\(.*\)\")\$/\t\1\t\2\t\3/p
    " "$top/$2" | tr '\001' '"' | awk -F '\t' -v OFS='\t' -v program="$1" -v passes="$passes" -v values="$here/values.table" '
        BEGIN {
            while ((getline line < values) > 0)
                if (line !~ /^#/) {
                    split(line, field, / *\| */)
                    if (field[1] == program) words[field[2]] = field[3]
                }
            words["-fno-"] = passes
        }
        {
            spelling = $2 == "" ? "-" $1 : $2
            letter = $2 == "" ? "" : $1
            gsub(/_/, "-", spelling)
            optional = sub(/^\[=/, "", $3) && sub(/\]$/, "", $3)
            joined = program == "fcc" && $3 != "" && spelling !~ /^-[oxIDU]$/
            print letter, spelling, optional ? "" : $3, joined ? 1 : 0, $4, words[spelling]
        }
        END {
            if (program != "fcc" && program != "pramsim") {
                print "", "--help", "", 0, "print this text", ""
                print "", "--version", "", 0, "print the version", ""
            }
        }'
}

# kind of an argument: file, folder, or nothing that a shell knows
kind() {
    case $1 in
    *FILE | NAME.o) echo file ;;
    *DIR | *FOLDER) echo folder ;;
    esac
}

print_bash() { # PROGRAM, options on standard input
    local program=$1 letter spelling argument joined text words names=() cases=''
    while IFS=$'\x1f' read -r letter spelling argument joined text words; do
        names+=("$spelling")
        [[ $spelling == --* && -n $argument && $joined = 0 ]] && names[-1]=$spelling=
        [ -z "$letter" ] || names+=("-$letter")
        [ -n "$argument" ] || continue
        local pattern=${spelling%=} complete='' # bash parts words at =
        [ -z "$letter" ] || pattern+="|-$letter"
        if [ -n "$words" ]; then
            complete="COMPREPLY=(\$(compgen -W '$words' -- \"\$word\"))"
        elif [ "$(kind "$argument")" = folder ]; then
            complete='compopt -o filenames; COMPREPLY=($(compgen -d -- "$word"))'
        elif [ "$(kind "$argument")" = file ]; then
            complete='compopt -o filenames; COMPREPLY=($(compgen -f -- "$word"))'
        else
            complete=':'
        fi
        cases+="    $pattern) $complete ;;"$'\n'
    done
    cat <<END
# bash completion for $program, made by editors/completions/generate.sh
# shellcheck shell=bash disable=SC2016,SC2207
_$program() {
    local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]:-} option=''
    COMPREPLY=()
    # bash parts words at =
    if [ "\$word" = = ]; then
        option=\$before word=''
    elif [ "\$before" = = ]; then
        option=\${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ \$word != -* ]]; then
        option=\$before
    elif [[ \$word == -fno-* ]]; then
        option=-fno-
        word=\${word#-fno-}
    fi
    case \$option in
$cases    *)
        if [[ \$word == -* ]]; then
            COMPREPLY=(\$(compgen -W '${names[*]}' -- "\$word"))
            [[ \${#COMPREPLY[@]} != 1 || \${COMPREPLY[0]} != *[=-] ]] || compopt -o nospace
        else
            compopt -o filenames
            COMPREPLY=(\$(compgen -f -- "\$word"))
        fi
        ;;
    esac
    if [ "\$option" = -fno- ]; then
        COMPREPLY=("\${COMPREPLY[@]/#/-fno-}")
    fi
}
complete -F _$program $program
END
}

print_zsh() { # PROGRAM, options on standard input
    local program=$1 letter spelling argument joined text words action mark
    printf '#compdef %s\n# made by editors/completions/generate.sh\n_arguments \\\n' "$program"
    while IFS=$'\x1f' read -r letter spelling argument joined text words; do
        text=${text//\'/\'\\\'\'}
        text=${text//[/\\[}
        text=${text//]/\\]}
        action=''
        if [ -n "$words" ]; then
            action="($words)"
        elif [ "$(kind "$argument")" = file ]; then
            action=_files
        elif [ "$(kind "$argument")" = folder ]; then
            action='_files -/'
        fi
        mark=''
        [ -z "$argument" ] || case $spelling in
        *= | *-) mark=- ;;
        --*) mark='=' ;;
        *) [ "$joined" = 1 ] && mark=- || mark=+ ;;
        esac
        [ -z "$argument" ] || action=":${argument//:/\\:}:$action"
        printf "  '*%s%s[%s]%s' \\\\\n" "$spelling" "$mark" "$text" "$action"
        [ -z "$letter" ] || printf "  '*-%s%s[%s]%s' \\\\\n" "$letter" "${argument:++}" "$text" "$action"
    done
    printf "  '*:file:_files'\n"
}

print_fish() { # PROGRAM, options on standard input
    local program=$1 letter spelling argument joined text words line
    printf '# made by editors/completions/generate.sh\n'
    while IFS=$'\x1f' read -r letter spelling argument joined text words; do
        line="complete -c $program"
        [ -z "$letter" ] || line+=" -s $letter"
        case $spelling in
        --*=) line+=" -l ${spelling:2:-1}" ;;
        --*) line+=" -l ${spelling#--}" ;;
        -?) line+=" -s ${spelling#-}" ;;
        *) line+=" -o ${spelling#-}" ;;
        esac
        if [ -n "$argument" ] && [[ $spelling != -fno- ]]; then
            line+=' -r'
            if [ -n "$words" ]; then
                line+=" -f -a '$words'"
            elif [ "$(kind "$argument")" = folder ]; then
                line+=" -f -a '(__fish_complete_directories)'"
            elif [ -z "$(kind "$argument")" ]; then
                line+=' -f'
            fi
        fi
        text=${text//\\/\\\\}
        printf "%s -d '%s'\n" "$line" "${text//\'/\\\'}"
        if [ "$spelling" = -fno- ]; then
            for word in $words; do
                printf 'complete -c %s -o fno-%s\n' "$program" "$word"
            done
        fi
    done
}

passes=$(sed -n 's/^PASS(\([a-z_]*\),.*/\1/p' "$top/fcc/ir/pass.def" | tr _ - | xargs)
mkdir -p "$folder/bash" "$folder/zsh" "$folder/fish"
while read -r program table; do
    rows=$(options "$program" "$table" | tr '\t' '\037')
    print_bash "$program" <<<"$rows" >"$folder/bash/$program"
    print_zsh "$program" <<<"$rows" >"$folder/zsh/_$program"
    print_fish "$program" <<<"$rows" >"$folder/fish/$program.fish"
done <<<"$tables"
