// Command generate rebuilds the generated files of package grammar; run it by
// "go generate ./grammar".
package main

import (
	"fmt"
	"os"

	"slc/grammar"
)

func main() {
	if err := grammar.Generate(".", "../.tools", "."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
