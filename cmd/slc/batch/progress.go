package batch

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Bar shows on a terminal how far a batch is. The zero value, without a writer, shows nothing. It is
// not safe for concurrent use.
type Bar struct {
	W     io.Writer
	Total int

	ended, failed int
	drawn         bool
	last          time.Time
}

const (
	barWidth    = 30
	barInterval = 100 * time.Millisecond
	eraseLine   = "\r\x1b[K"
)

// Ended counts a job and draws the bar from time to time.
func (b *Bar) Ended(failed bool) {
	b.ended++
	if failed {
		b.failed++
	}
	if now := time.Now(); now.Sub(b.last) >= barInterval {
		b.last = now
		b.draw()
	}
}

func (b *Bar) draw() {
	if b.W == nil {
		return
	}
	full := barWidth * b.ended / max(b.Total, 1)
	text := fmt.Sprintf("[%s%s] %d/%d", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), b.ended, b.Total)
	if b.failed > 0 {
		text += fmt.Sprintf(", %d failed", b.failed)
	}
	fmt.Fprint(b.W, eraseLine+text)
	b.drawn = true
}

// Clear removes the bar, before something else is printed and at the end.
func (b *Bar) Clear() {
	if b.drawn {
		fmt.Fprint(b.W, eraseLine)
		b.drawn = false
	}
}
