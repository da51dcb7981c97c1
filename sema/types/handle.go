package types

// Handle is DescriptorHandle<Of>: two numbers in memory, of which the first chooses a resource of type Of (a texture
// combined with a sampler is one) from the heap of descriptors that all handles of the type share.
type Handle struct {
	Of Type
}

// AnyResource and AnySampler stand for what an element of DirectX's heaps means: its type is that of what it is assigned to.
var (
	AnyResource = &Scalar{Kind: KVoid, Name: "any resource"}
	AnySampler  = &Scalar{Kind: KVoid, Name: "any sampler"}
)

// Untyped reports whether the handle is an element of one of DirectX's heaps.
func (t *Handle) Untyped() bool { return t.Of == Type(AnyResource) || t.Of == Type(AnySampler) }

// Means reports whether an untyped handle can mean a t: samplers are in a heap of their own.
func (t *Handle) Means(of Type) bool {
	r, ok := of.(*Resource)
	if !ok || r.Kind == ParameterBlock {
		return false
	}
	sampler := r.Kind == SamplerState || r.Kind == SamplerComparisonState
	return t.Of == Type(AnyResource) && !sampler || t.Of == Type(AnySampler) && sampler
}

// handleCost is the cost of converting f to another type: to its bits, by a cast, or to what it means.
func handleCost(f *Handle, to Type) int {
	if to == Type(HandleBits()) || to == Type(Uint64) {
		return CostExplicit
	}
	if f.Untyped() {
		t, ok := to.(*Handle)
		if f.Means(to) || ok && f.Means(t.Of) {
			return CostDereference
		}
		return CostImpossible
	}
	if c := ConversionCost(f.Of, to); c < CostExplicit {
		return c + CostDereference
	}
	return CostImpossible
}

// HandleBits is what a handle is in memory.
func HandleBits() *Vector { return VectorOf(Uint, 2) }

func (*Handle) typ() {}

// String spells the handle as the generic type that it is.
func (t *Handle) String() string { return "DescriptorHandle<" + t.Of.String() + ">" }

// HandleOf returns DescriptorHandle<of>.
func (p *Pool) HandleOf(of Type) *Handle {
	if t := p.handles[of]; t != nil {
		return t
	}
	if p.handles == nil {
		p.handles = map[Type]*Handle{}
	}
	t := &Handle{of}
	p.handles[of] = t
	return t
}
