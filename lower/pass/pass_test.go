package pass

import (
	"strings"
	"testing"

	"slc/lower/ir"
)

// run applies one pass to the printed form of a function body and returns the printed result.
func run(t *testing.T, name, body string) string {
	t.Helper()
	text := `resource @b storage_buffer set=0 binding=0 metal=0 layout=std430 source=RWStructuredBuffer
  view uint
resource @c uniform_buffer set=0 binding=1 metal=0 layout=std140 readonly
  view uint
func @main() -> void {
` + body + `
  return
}
entry main func=@main threads=1,1,1
`
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Pipeline() {
		if p.Name == name {
			p.Run(m.Funcs[0])
		}
	}
	if err := ir.Verify(m); err != nil {
		t.Errorf("invalid after %s: %v\n%s", name, err, m)
	}
	out := m.Funcs[0].String()
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines[1:len(lines)-2], "\n") // without the function's frame and the return
}

func TestPasses(t *testing.T) {
	rows := []struct{ pass, name, before, after string }{
		{"forward", "the stored value is used",
			"%0 = var : &function uint\nstore %0, 3:uint\n%1 = load %0 : uint\n%2 = add %1, 1:uint : uint",
			"%0 = var : &function uint\nstore %0, 3:uint\n%1 = load %0 : uint\n%2 = add 3:uint, 1:uint : uint"},
		{"forward", "shared memory is read again",
			"%0 = elem @b.0, 0:uint : &buffer uint\nstore %0, 3:uint\n%1 = load %0 {shared=1} : uint\nstore %0, %1",
			"%0 = elem @b.0, 0:uint : &buffer uint\nstore %0, 3:uint\n%1 = load %0 {shared=1} : uint\nstore %0, %1"},
		{"forward", "what a branch may store is unknown after it",
			"%0 = var : &function uint\nstore %0, 3:uint\nif true:bool {\n%1 = load %0 : uint\n%2 = add %1, 1:uint : uint\nstore %0, %2\nyield\n} else {\nyield\n}\n%3 = load %0 : uint\n%4 = add %3, 1:uint : uint",
			"%0 = var : &function uint\nstore %0, 3:uint\nif true:bool {\n%1 = load %0 : uint\n%2 = add 3:uint, 1:uint : uint\nstore %0, %2\nyield\n} else {\nyield\n}\n%3 = load %0 : uint\n%4 = add %3, 1:uint : uint"},
		{"forward", "what a loop stores is unknown in it",
			"%0 = var : &function uint\nstore %0, 3:uint\nloop {\n%1 = load %0 : uint\n%2 = add %1, 1:uint : uint\nstore %0, %2\ncontinue\n} continuing {\nyield true:bool\n}",
			"%0 = var : &function uint\nstore %0, 3:uint\nloop {\n%1 = load %0 : uint\n%2 = add %1, 1:uint : uint\nstore %0, %2\ncontinue\n} continuing {\nyield true:bool\n}"},
		{"fold", "constants",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = add 2:uint, 3:uint : uint\nstore %0, %1",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = add 2:uint, 3:uint : uint\nstore %0, 5:uint"},
		{"fold", "operations that change nothing",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = load %0 {shared=1} : uint\n%2 = add 0:uint, %1 : uint\n%3 = mul %2, 1:uint : uint\n%4 = sub %3, 0:uint : uint\nstore %0, %4",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = load %0 {shared=1} : uint\n%2 = add 0:uint, %1 : uint\n%3 = mul %1, 1:uint : uint\n%4 = sub %1, 0:uint : uint\nstore %0, %1"},
		{"fold", "0 - x, 1 / x and the sum of floats with zero are not x",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = load %0 {shared=1} : uint\n%2 = sub 0:uint, %1 : uint\n%3 = div 1:uint, %2 : uint\n%4 = convert %3 : float\n%5 = add %4, 0:float : float\n%6 = convert %5 : uint\nstore %0, %6",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = load %0 {shared=1} : uint\n%2 = sub 0:uint, %1 : uint\n%3 = div 1:uint, %2 : uint\n%4 = convert %3 : float\n%5 = add %4, 0:float : float\n%6 = convert %5 : uint\nstore %0, %6"},
		{"fold", "a division by zero stays",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = div 2:uint, 0:uint : uint\nstore %0, %1",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = div 2:uint, 0:uint : uint\nstore %0, %1"},
		{"dce", "unused values and variables go, an unused load of shared memory stays",
			"%0 = var : &function uint\nstore %0, 1:uint\n%1 = elem @b.0, 0:uint : &buffer uint\n%2 = load %1 {shared=1} : uint\n%3 = load @c.0 : uint\n%4 = add %2, %3 : uint",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = load %0 {shared=1} : uint"},
		{"dce", "an unused atomic stays",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = atomic %0, 1:uint {atomic=add mem=Relaxed,device,none} : uint",
			"%0 = elem @b.0, 0:uint : &buffer uint\n%1 = atomic %0, 1:uint {atomic=add mem=Relaxed,device,none} : uint"},
	}
	for _, r := range rows {
		t.Run(r.pass+": "+r.name, func(t *testing.T) {
			if got := run(t, r.pass, r.before); got != r.after {
				t.Errorf("got\n%s\nwant\n%s", got, r.after)
			}
		})
	}
}
