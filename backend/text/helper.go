package text

import "slices"

// Helpers are the functions that rows of the intrinsic tables need in the
// output, each printed once, in the order of the dialect's table.
type Helpers struct{ used []string }

// UseHelper notes that the output calls a helper.
func (u *Unit) UseHelper(name string) {
	if name != "" && !slices.Contains(u.helpers.used, name) {
		u.helpers.used = append(u.helpers.used, name)
	}
}

// Helper is the text of one helper function and the helpers that it calls.
type Helper struct {
	Name  string
	Needs string
	Text  string
}

// HelperText returns the helpers used so far, in table order.
func (u *Unit) HelperText(table []Helper) string {
	out := ""
	for _, h := range slices.Backward(table) { // a helper's needs stand before it
		if slices.Contains(u.helpers.used, h.Name) {
			u.UseHelper(h.Needs)
			out = h.Text + "\n" + out
		}
	}
	return out
}
