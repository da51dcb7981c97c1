package golden

import "strings"

// Verdict says what a change means for those who rely on the kernel.
type Verdict string

// The verdicts.
const (
	Weaker   Verdict = "weaker"   // a promise to other invocations is gone
	Stronger Verdict = "stronger" // only new promises
	Changed  Verdict = "changed"
	Moved    Verdict = "moved" // the same elsewhere, and no order is lost
	Added    Verdict = "added"
	Removed  Verdict = "removed"
)

// pair is two things that stand for each other; -1: none.
type pair struct{ was, now int }

// root is the variable of an object.
func root(object string) string {
	name, _, _ := strings.Cut(object, "[")
	name, _, _ = strings.Cut(name, ".")
	return name
}

// maxAlign bounds the table of alignBy; larger remainders are paired in order.
const maxAlign = 4 << 20

// alignBy finds a longest common subsequence by the first relation, and fills the gaps by the next.
func alignBy[T any](was, now []T, relations []func(a, b *T) bool) []pair {
	if len(relations) == 0 || len(was) == 0 || len(now) == 0 || len(was)*len(now) > maxAlign {
		out := make([]pair, 0, len(was)+len(now))
		for i := range was {
			out = append(out, pair{i, -1})
		}
		for i := range now {
			out = append(out, pair{-1, i})
		}
		return out
	}
	var out []pair
	gap := func(a0, a1, b0, b1 int) {
		for _, p := range alignBy(was[a0:a1], now[b0:b1], relations[1:]) {
			if p.was >= 0 {
				p.was += a0
			}
			if p.now >= 0 {
				p.now += b0
			}
			out = append(out, p)
		}
	}
	a, b := 0, 0
	for _, p := range commonPairs(was, now, relations[0]) {
		gap(a, p.was, b, p.now)
		out = append(out, p)
		a, b = p.was+1, p.now+1
	}
	gap(a, len(was), b, len(now))
	return out
}

// commonPairs is a longest common subsequence.
func commonPairs[T any](was, now []T, same func(a, b *T) bool) []pair {
	w := len(now) + 1
	length := make([]int32, (len(was)+1)*w)
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(now) - 1; j >= 0; j-- {
			if same(&was[i], &now[j]) {
				length[i*w+j] = length[(i+1)*w+j+1] + 1
			} else {
				length[i*w+j] = max(length[(i+1)*w+j], length[i*w+j+1])
			}
		}
	}
	var out []pair
	for i, j := 0, 0; i < len(was) && j < len(now); {
		switch {
		case same(&was[i], &now[j]) && length[i*w+j] == length[(i+1)*w+j+1]+1:
			out = append(out, pair{i, j})
			i, j = i+1, j+1
		case length[(i+1)*w+j] >= length[i*w+j+1]:
			i++
		default:
			j++
		}
	}
	return out
}

// goneOp reports an operation without a successor. What other invocations could rely on is
// lost with an ordered one or a barrier; another access is other code.
func goneOp(op *memoryOp) Finding {
	f := Finding{Cause: Memory, Verdict: Removed, Title: op.title(), Was: op.describe(), OldLine: op.line, NewLine: -1, oldLines: op.beside}
	if op.dir == barriers || op.dir == fences || op.order != relaxed {
		f.Verdict = Weaker
	}
	f.Text = f.Title + " is gone"
	return f
}

func newOp(op *memoryOp) Finding {
	return Finding{Cause: Memory, Verdict: Added, Title: op.title(), Now: op.describe(), OldLine: -1, NewLine: op.line, newLines: op.beside,
		Text: op.title() + " is new"}
}

// changedOp compares two operations that stand for each other.
func changedOp(was, now *memoryOp) (Finding, bool) {
	f := Finding{Cause: Memory, Title: was.title(), Was: was.describe(), Now: now.describe(), OldLine: was.line, NewLine: now.line,
		oldLines: was.beside, newLines: now.beside}
	weaker, stronger, parts := false, false, []string(nil)
	order := func(what string, a, b order) {
		if a != b {
			parts = append(parts, what+a.String()+" became "+b.String())
			weaker, stronger = weaker || a&^b != 0, stronger || b&^a != 0
		}
	}
	scopes := func(what string, a, b scope) {
		if a != b && a != noScope && b != noScope {
			parts = append(parts, what+a.String()+" became "+b.String())
			weaker, stronger = weaker || a > b, stronger || b > a
		}
	}
	switch {
	case was.atomic && !now.atomic:
		f.unatomic = root(was.object)
		weaker, parts = true, append(parts, was.name+" became "+now.name+" (atomicity lost)")
	case now.atomic && !was.atomic:
		stronger, parts = true, append(parts, was.name+" became "+now.name)
	default:
		if was.name != now.name {
			parts = append(parts, was.name+" became "+now.name)
		}
		order("", was.order, now.order)
		order("on failure ", was.failure, now.failure)
		scopes("scope ", was.scope, now.scope)
	}
	scopes("waiting scope ", was.exec, now.exec)
	if lost := was.traits &^ now.traits; lost != 0 {
		weaker, parts = true, append(parts, "lost "+strings.Join(lost.words(), ", "))
	}
	if gained := now.traits &^ was.traits; gained != 0 {
		stronger, parts = true, append(parts, "gained "+strings.Join(gained.words(), ", "))
	}
	switch {
	case weaker:
		f.Verdict = Weaker
	case stronger:
		f.Verdict = Stronger
	default:
		f.Verdict = Changed
	}
	f.Text = f.Title + ": " + strings.Join(parts, "; ")
	return f, len(parts) > 0
}
