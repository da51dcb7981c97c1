package types

// Handle is DescriptorHandle<Of>: two numbers in memory, of which the first chooses a resource of type Of (a texture
// combined with a sampler is one) from the heap of descriptors that all handles of the type share.
type Handle struct {
	Of Type
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
