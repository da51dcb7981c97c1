package interp

import (
	"fmt"
	"math"
	"strings"
)

// Sampler is a sampler state. The zero value is that of Vulkan: nearest filter, wrap, no comparison.
// Levels: images have one, so that no operation needs more of a sampler than this.
type Sampler struct {
	Linear  bool
	Address AddressMode
	Compare CompareOp
}

// AddressMode says which texel lies outside of an image.
type AddressMode uint8

const (
	Wrap AddressMode = iota
	Mirror
	Clamp
)

// CompareOp is a comparison of the reference, the left operand, with a texel.
type CompareOp uint8

const (
	Never CompareOp = iota
	Less
	Equal
	LessEqual
	Greater
	NotEqual
	GreaterEqual
	Always
)

var compareWords = [...]string{"never", "less", "equal", "less-equal", "greater", "not-equal", "greater-equal", "always"}

// ParseSampler reads the words of a sampler: nearest or linear; wrap, mirror or clamp; a comparison.
func ParseSampler(text string) (s Sampler, err error) {
words:
	for _, word := range strings.Fields(text) {
		switch word {
		case "nearest", "linear":
			s.Linear = word == "linear"
			continue
		case "wrap":
			s.Address = Wrap
			continue
		case "mirror":
			s.Address = Mirror
			continue
		case "clamp":
			s.Address = Clamp
			continue
		}
		for i, name := range compareWords {
			if name == word {
				s.Compare = CompareOp(i)
				continue words
			}
		}
		return s, fmt.Errorf("unknown word %q of a sampler", word)
	}
	return s, nil
}

// holds is the comparison of a reference with a texel, 1 or 0.
func (op CompareOp) holds(reference, texel float64) float64 {
	less, equal := reference < texel, reference == texel
	holds := false
	switch op {
	case Less:
		holds = less
	case Equal:
		holds = equal
	case LessEqual:
		holds = less || equal
	case Greater:
		holds = reference > texel
	case NotEqual:
		holds = !equal
	case GreaterEqual:
		holds = reference > texel || equal
	case Always:
		holds = true
	}
	if holds {
		return 1
	}
	return 0
}

// wrap is the index of the texel that stands for index i of n (Vulkan specification, "Wrapping Operation").
func (m AddressMode) wrap(i, n int) int {
	switch m {
	case Clamp:
		return min(max(i, 0), n-1)
	case Mirror:
		i = floorMod(i, 2*n)
		if i >= n {
			return 2*n - 1 - i
		}
		return i
	}
	return floorMod(i, n)
}

func floorMod(i, n int) int { return ((i % n) + n) % n }

// axis is where a coordinate falls in one dimension: two texels and the weight of the second.
// Without filter there is one texel.
type axis struct {
	texel  [2]int
	weight float64
}

// axisAt finds the texels at normalised coordinate u of a dimension of n texels. Vulkan specification,
// "(u,v,w,a) to (i,j,k,l,n) Transformation And Array Layer Selection".
func (s Sampler) axisAt(u float64, n, offset int, linear bool) axis {
	x := u * float64(n)
	if math.IsNaN(x) || math.Abs(x) > 1<<30 { // beyond any image, and what an int holds
		x = 0
	}
	if !linear {
		i := s.Address.wrap(int(math.Floor(x))+offset, n)
		return axis{texel: [2]int{i, i}}
	}
	x -= 0.5
	i := math.Floor(x)
	return axis{[2]int{s.Address.wrap(int(i)+offset, n), s.Address.wrap(int(i)+1+offset, n)}, x - i}
}

// cubeFace maps a direction to a face and its coordinates (Vulkan specification, "Cube Map Face Selection").
func cubeFace(x, y, z float64) (face int, s, t float64) {
	ax, ay, az := math.Abs(x), math.Abs(y), math.Abs(z)
	var sc, tc, major float64
	switch {
	case az >= ax && az >= ay:
		face, sc, tc, major = 4, x, -y, az
		if z < 0 {
			face, sc = 5, -x
		}
	case ay >= ax:
		face, sc, tc, major = 2, x, z, ay
		if y < 0 {
			face, tc = 3, -z
		}
	default:
		face, sc, tc, major = 0, -z, -y, ax
		if x < 0 {
			face, sc = 1, z
		}
	}
	return face, (sc/major + 1) / 2, (tc/major + 1) / 2
}
