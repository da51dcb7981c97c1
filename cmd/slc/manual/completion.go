package manual

import (
	"fmt"
	"strings"
)

// Shells are the shells that Completion knows.
var Shells = [...]string{"bash", "zsh", "fish"}

// Completion is the script that completes the command line of program in one of Shells.
func Completion(shell, program string, commands []Command) string {
	switch shell {
	case "bash":
		return bash(program, commands)
	case "zsh":
		return zsh(program, commands)
	}
	return fish(program, commands)
}

func commandNames(commands []Command) string {
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = c.Name
	}
	return strings.Join(names, " ")
}

// bash completes options from a list, their values from another, and everything else as a file.
func bash(program string, commands []Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# bash completion of %[1]s: source <(%[1]s completion bash)
_%[1]s() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words= first=
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W '%[2]s' -- "$cur"))
        return
    fi
    case ${COMP_WORDS[1]} in
`, program, commandNames(commands))
	for _, c := range commands {
		fmt.Fprintf(&b, "    %s)\n", c.Name)
		if len(c.Words) > 0 {
			fmt.Fprintf(&b, "        first='%s'\n", strings.Join(c.Words, " "))
		}
		var names []string
		b.WriteString("        case $prev in\n")
		for _, o := range c.Options {
			var typed []string
			for _, n := range o.Names {
				names = append(names, dashed(n))
				typed = append(typed, dashed(n), "-"+dashed(n))
			}
			if len(o.Values) > 0 {
				fmt.Fprintf(&b, "        %s) words='%s' ;;\n", strings.Join(typed, "|"), strings.Join(o.Values, " "))
			}
		}
		fmt.Fprintf(&b, "        *) [[ $cur == -* ]] && words='%s' ;;\n        esac\n        ;;\n", strings.Join(names, " "))
	}
	fmt.Fprintf(&b, `    esac
    if [[ -z $words && $COMP_CWORD -eq 2 ]]; then
        words=$first
    fi
    if [[ -n $words ]]; then
        if [[ $cur == --* ]]; then # options may have two dashes
            COMPREPLY=($(compgen -P - -W "$words" -- "${cur#-}"))
        else
            COMPREPLY=($(compgen -W "$words" -- "$cur"))
        fi
        return
    fi
    local IFS=$'\n'
    COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _%[1]s %[1]s
`, program)
	return b.String()
}

// zsh gives each option with its description.
func zsh(program string, commands []Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %[1]s\n# zsh completion of %[1]s: %[1]s completion zsh > a directory of $fpath/_%[1]s\n_%[1]s() {\n    local -a commands\n    commands=(\n", program)
	for _, c := range commands {
		fmt.Fprintf(&b, "        '%s:%s'\n", c.Name, zshText(c.Usage))
	}
	b.WriteString("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n" +
		"    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "    %s)\n        _arguments -S", c.Name)
		for _, o := range c.Options {
			for _, n := range o.Names {
				fmt.Fprintf(&b, " \\\n            '%s'", zshOption(o, n))
			}
		}
		if len(c.Words) > 0 {
			fmt.Fprintf(&b, " \\\n            '1:what:(%s)'", strings.Join(c.Words, " "))
		}
		b.WriteString(" \\\n            '*:file:_files'\n        ;;\n")
	}
	fmt.Fprintf(&b, "    esac\n}\nif [[ $funcstack[1] == _%[1]s ]]; then\n    _%[1]s\nelse\n    compdef _%[1]s %[1]s\nfi\n", program)
	return b.String()
}

func zshOption(o Option, name string) string {
	spec := dashed(name) + "[" + zshText(o.Usage) + "]"
	if o.Repeatable {
		spec = "*" + spec
	}
	switch {
	case o.Argument == "":
		return spec
	case len(o.Values) > 0:
		return spec + ":value:(" + strings.Join(o.Values, " ") + ")"
	case o.takesFile():
		return spec + ":" + o.Argument + ":_files"
	}
	return spec + ":" + zshText(o.Argument) + ": "
}

// zshText quotes what _arguments and single quotes give a meaning.
func zshText(s string) string {
	return strings.NewReplacer("'", "’", "[", "(", "]", ")", ":", `\:`, "`", "").Replace(s)
}

// fish knows options of one dash and many letters as "old" ones.
func fish(program string, commands []Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# fish completion of %[1]s: %[1]s completion fish > ~/.config/fish/completions/%[1]s.fish\n", program)
	for _, c := range commands {
		fmt.Fprintf(&b, "complete -c %s -f -n __fish_use_subcommand -a %s -d %s\n", program, c.Name, fishText(c.Usage))
	}
	for _, c := range commands {
		on := fmt.Sprintf("complete -c %s -n '__fish_seen_subcommand_from %s'", program, c.Name)
		if len(c.Words) > 0 {
			fmt.Fprintf(&b, "%s -f -a %s\n", on, fishText(strings.Join(c.Words, " ")))
		}
		for _, o := range c.Options {
			fmt.Fprintf(&b, "%s", on)
			for _, n := range o.Names {
				kind := "-o"
				if len(n) == 1 {
					kind = "-s"
				}
				fmt.Fprintf(&b, " %s %s", kind, n)
			}
			switch {
			case len(o.Values) > 0:
				fmt.Fprintf(&b, " -x -a %s", fishText(strings.Join(o.Values, " ")))
			case o.takesFile():
				b.WriteString(" -r")
			case o.Argument != "":
				b.WriteString(" -x")
			}
			fmt.Fprintf(&b, " -d %s\n", fishText(o.Usage))
		}
	}
	return b.String()
}

func fishText(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
