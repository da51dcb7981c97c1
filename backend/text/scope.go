package text

import (
	"slices"

	"slc/lower/ir"
)

// scopes knows the blocks of the text that are open, and in which one each value got its name. A name
// that is used outside its block is a fault of the printing, which must not reach the output.
type scopes struct {
	open []int // their numbers, the innermost last; the body of the function has none
	next int
	of   map[ir.Value]int
}

// note records that v gets a name in the innermost block.
func (s *scopes) note(v ir.Value) {
	if len(s.open) == 0 {
		delete(s.of, v)
		return
	}
	if s.of == nil {
		s.of = map[ir.Value]int{}
	}
	s.of[v] = s.open[len(s.open)-1]
}

// check panics, which the driver reports as an internal error, if v's block has ended.
func (s *scopes) check(v ir.Value, x Expr) {
	if n, ok := s.of[v]; ok && !slices.Contains(s.open, n) {
		panic("text: '" + x.Text + "' is used outside the block that declares it")
	}
}

func (s *scopes) push() {
	s.next++
	s.open = append(s.open, s.next)
}

func (s *scopes) pop() {
	if n := len(s.open); n > 0 {
		s.open = s.open[:n-1]
	}
}

// Open prints a line that opens a block.
func (f *Func) Open(line string) {
	f.Writer.Open(line)
	f.scopes.push()
}

// Close prints the line that ends a block.
func (f *Func) Close(line string) {
	f.scopes.pop()
	f.Writer.Close(line)
}

// reopen prints a line that ends one block and opens the next.
func (f *Func) reopen(line string) {
	f.scopes.pop()
	f.indent--
	f.Open(line)
}
