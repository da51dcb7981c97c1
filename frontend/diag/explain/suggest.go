package explain

import "slc/frontend/diag"

// Suggest returns the ID or name of a code that s may be a slip of, "" if none is close.
func Suggest(s string) string {
	best, least := "", max(2, len(s)/3)
	for _, c := range diag.Codes() {
		for _, candidate := range []string{c.ID, c.Name} {
			if d := diag.Distance(s, candidate, least); d < least {
				best, least = candidate, d
			}
		}
	}
	return best
}
