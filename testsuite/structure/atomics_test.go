package structure

import (
	"fmt"
	"testing"

	"slc"
)

// rmw is a read-modify-write of the language and its instruction for unsigned and
// signed objects (lowering.md §2).
type rmw struct {
	method, unsigned, signed string
	operand                  bool
}

var rmws = []rmw{
	{"exchange", "exchange", "exchange", true},
	{"add", "iadd", "iadd", true},
	{"sub", "isub", "isub", true},
	{"increment", "iincrement", "iincrement", false},
	{"decrement", "idecrement", "idecrement", false},
	{"and", "and", "and", true},
	{"or", "or", "or", true},
	{"xor", "xor", "xor", true},
	{"min", "umin", "smin", true},
	{"max", "umax", "smax", true},
	{"reduceAdd", "iadd", "iadd", true},
	{"reduceSub", "isub", "isub", true},
	{"reduceInc", "iincrement", "iincrement", false},
	{"reduceDec", "idecrement", "idecrement", false},
	{"reduceAnd", "and", "and", true},
	{"reduceOr", "or", "or", true},
	{"reduceXor", "xor", "xor", true},
	{"reduceMin", "umin", "smin", true},
	{"reduceMax", "umax", "smax", true},
}

// failOrders are the legal fail orders of each success order (lowering.md §1).
var failOrders = map[string][]string{
	"Relaxed":        {"Relaxed"},
	"Acquire":        {"Relaxed", "Acquire"},
	"Release":        {"Relaxed"},
	"AcquireRelease": {"Relaxed", "Acquire"},
	"SeqCst":         {"Relaxed", "Acquire", "SeqCst"},
}

// atomicKernel builds a kernel with every operation that has the order, on one object,
// and the lines that its words must read back as.
type atomicKernel struct {
	object, elem, order string
	scope, spaces       int
	seqCstObject        bool
	body                string
	want                []string
}

func (k *atomicKernel) add(call, line string) {
	k.body += "    " + k.object + call + ";\n"
	k.want = append(k.want, line)
}

func (k *atomicKernel) line(op, rest string) string {
	return fmt.Sprintf("atomic %s %s scope=%d sem=%s%s", op, k.object, k.scope, hex(mask(k.order, k.spaces)), rest)
}

func (k *atomicKernel) build() {
	order := "MemoryOrder." + k.order
	switch k.order { // a load releases nothing, a store acquires nothing
	case "Relaxed", "Acquire":
		k.add(".load("+order+")", k.line("load", ""))
	case "SeqCst":
		k.add(".load("+order+")", k.line("or", " value=0"))
	}
	switch k.order {
	case "Relaxed", "Release", "SeqCst":
		op := "store"
		if k.seqCstObject || k.order == "SeqCst" {
			op = "exchange"
		}
		k.add(".store(5, "+order+")", k.line(op, " value=5"))
	}
	for _, r := range rmws {
		op := r.unsigned
		if k.elem == "int" || k.elem == "int64_t" {
			op = r.signed
		}
		if r.operand {
			k.add(fmt.Sprintf(".%s(5, %s)", r.method, order), k.line(op, " value=5"))
		} else {
			k.add(fmt.Sprintf(".%s(%s)", r.method, order), k.line(op, ""))
		}
	}
	for _, fail := range failOrders[k.order] {
		unequal := 0
		if fail == "Acquire" {
			unequal = semAcquire | semMakeVisible | k.spaces
		}
		line := fmt.Sprintf("atomic compareexchange %s scope=%d equal=%s unequal=%s value=5 comparator=3", k.object, k.scope, hex(mask(k.order, k.spaces)), hex(unequal))
		k.add(fmt.Sprintf(".compareExchange(3, 5, %s, MemoryOrder.%s)", order, fail), line)
		if fail == "SeqCst" { // a failed one re-reads
			k.want = append(k.want, k.line("or", " value=0"))
		}
	}
}

// TestAtomicWords: every operation with every order, on a buffer and in groupshared memory,
// signed and unsigned, 32 and 64 bits, whatever else the kernel touches, with and without
// an atomic on device memory, and under the options that change words.
func TestAtomicWords(t *testing.T) {
	for _, elem := range []string{"uint", "int", "uint64_t", "int64_t"} {
		for _, shared := range []bool{false, true} {
			for _, spaces := range spaceSets() {
				for _, deviceAtomic := range []bool{false, true} {
					for _, order := range orderNames {
						checkAtomics(t, elem, shared, spaces, deviceAtomic, order)
					}
				}
			}
		}
	}
}

func checkAtomics(t *testing.T, elem string, shared bool, spaces touched, deviceAtomic bool, order string) {
	t.Helper()
	decls, body := spaces.source()
	k := atomicKernel{object: "box[0]", elem: elem, order: order}
	if shared {
		k.object = "cell"
		decls += fmt.Sprintf("groupshared Atomic<%s> cell;\n", elem)
		spaces.shared = true
	} else {
		decls += fmt.Sprintf("RWStructuredBuffer<Atomic<%s>> box;\n", elem)
		spaces.buffers = true
	}
	if deviceAtomic {
		decls += "[format(\"r32ui\")] RWTexture2D<uint> heat;\n"
		spaces.images = true
	}
	k.spaces = spaces.bits()
	// lowering.md §1: device scope; a Relaxed groupshared one workgroup scope, an ordered one too
	// unless there is an atomic on device memory.
	k.scope = scopeDevice
	if shared && (order == "Relaxed" || !deviceAtomic) {
		k.scope = scopeWorkgroup
	}
	for _, o := range []slc.Options{{}, {SeqCstObjectsAll: true}, {DeviceScope: slc.DeviceScopeQueueFamily}} {
		k := k
		k.seqCstObject = o.SeqCstObjectsAll
		device := scopeDevice
		if o.DeviceScope == slc.DeviceScopeQueueFamily {
			device = scopeQueueFamily
		}
		if k.scope == scopeDevice {
			k.scope = device
		}
		k.build()
		if deviceAtomic {
			k.body += "    InterlockedAdd(heat[uint2(0, 0)], 1);\n"
			k.want = append(k.want, fmt.Sprintf("atomic iadd heat scope=%d sem=0 value=1", device))
		}
		words := expectEffects(t, kernel(decls, body+k.body), o, k.want)
		checkModule(t, words, nil)
	}
}

// TestImageAtomicWords: atomics on texels are Relaxed, of device scope.
func TestImageAtomicWords(t *testing.T) {
	calls := []struct{ call, unsigned, signed, rest string }{
		{"InterlockedAdd(%s, 5)", "iadd", "iadd", " value=5"},
		{"InterlockedAnd(%s, 5)", "and", "and", " value=5"},
		{"InterlockedOr(%s, 5)", "or", "or", " value=5"},
		{"InterlockedXor(%s, 5)", "xor", "xor", " value=5"},
		{"InterlockedMin(%s, 5)", "umin", "smin", " value=5"},
		{"InterlockedMax(%s, 5)", "umax", "smax", " value=5"},
		{"InterlockedExchange(%s, 5)", "exchange", "exchange", " value=5"},
		{"InterlockedCompareStore(%s, 3, 5)", "", "", ""},
	}
	for _, image := range []struct{ decl, texel string }{
		{"[format(\"r32%s\")] RWTexture1D<%s> heat;\n", "heat[i]"},
		{"[format(\"r32%s\")] RWTexture2D<%s> heat;\n", "heat[uint2(i, 0)]"},
		{"[format(\"r32%s\")] RWTexture3D<%s> heat;\n", "heat[uint3(i, 0, 0)]"},
		{"[format(\"r32%s\")] RWBuffer<%s> heat;\n", "heat[i]"},
	} {
		for _, elem := range []string{"uint", "int"} {
			body := ""
			var want []string
			for _, c := range calls {
				body += "    " + fmt.Sprintf(c.call, image.texel) + ";\n"
				op := c.unsigned
				if elem == "int" {
					op = c.signed
				}
				if op == "" {
					want = append(want, "atomic compareexchange heat scope=1 equal=0 unequal=0 value=5 comparator=3")
				} else {
					want = append(want, "atomic "+op+" heat scope=1 sem=0"+c.rest)
				}
			}
			format := map[string]string{"uint": "ui", "int": "i"}[elem]
			words := expectEffects(t, kernel(fmt.Sprintf(image.decl, format, elem), body), slc.Options{}, want)
			checkModule(t, words, nil)
		}
	}
}
