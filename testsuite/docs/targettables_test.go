package docs

import (
	"slices"
	"strings"

	"slc/sema/builtin"
	"slc/sema/types"
)

// allTables are the tables that every page of docs/targets has.
func allTables() []table {
	return []table{orderTable(), operationTable(), matrixTable(), spaceTable(), typeTable(), barrierTable(), accessTable()}
}

const atomicBuffer = "RWStructuredBuffer<Atomic<uint>> a;"

var orders = []string{"Relaxed", "Acquire", "Release", "AcquireRelease", "SeqCst"}

// legalOrders are the orders of a method of Atomic<T> (lowering.md §1, "Orders").
func legalOrders(method string) []string {
	switch method {
	case "load":
		return []string{"Relaxed", "Acquire", "SeqCst"}
	case "store":
		return []string{"Relaxed", "Release", "SeqCst"}
	}
	return orders
}

// calls are the calls of a method with each legal order.
func calls(method, signature string) (rows []tableRow) {
	result := ""
	if strings.HasPrefix(signature, "R(") {
		result = "uint"
	}
	args := strings.Repeat("2, ", strings.Count(signature, "R")-len(result)/4)
	for _, order := range legalOrders(method) {
		if method != "compareExchange" {
			rows = append(rows, one(sample{source: "a[0]." + method + "(" + args + "MemoryOrder." + order + ")" + ";", globals: atomicBuffer, result: result}))
			continue
		}
		for _, fail := range legalOrders("load") {
			if slices.Index(orders, fail) <= slices.Index(orders, order) && (order != "Release" || fail == "Relaxed") {
				rows = append(rows, one(sample{source: "a[0].compareExchange(2, 3, MemoryOrder." + order + ", MemoryOrder." + fail + ");", globals: atomicBuffer, result: result}))
			}
		}
	}
	return rows
}

// atomicCalls are the calls of all methods of Atomic<uint> that pick accepts.
func atomicCalls(pick func(method string) bool) (rows []tableRow) {
	atomic := &types.Atomic{Elem: types.Uint}
	for _, name := range builtin.MethodNames(atomic) {
		if pick(name) {
			rows = append(rows, calls(name, builtin.Methods(atomic, name)[0].Sig)...)
		}
	}
	return rows
}

// orderTable shows each order on a load, a store, a read-modify-write and a compare-exchange.
func orderTable() table {
	var rows []tableRow
	for _, name := range []string{"load", "store", "add", "compareExchange"} {
		rows = append(rows, atomicCalls(func(m string) bool { return m == name })...)
	}
	return table{name: "orders", rows: rows}
}

// operationTable shows every method with the order Relaxed.
func operationTable() table {
	rows := atomicCalls(func(string) bool { return true })
	rows = slices.DeleteFunc(rows, func(r tableRow) bool {
		return strings.Count(r.source, "MemoryOrder.") != strings.Count(r.source, "MemoryOrder.Relaxed")
	})
	for i := range rows {
		for _, text := range []*string{&rows[i].source, &rows[i].samples[0].source} {
			*text = strings.NewReplacer(", MemoryOrder.Relaxed", "", "MemoryOrder.Relaxed", "").Replace(*text)
		}
	}
	for _, s := range []string{"a[0] = 2;", "a[0] += 2;", "a[0]++;", "++a[0];", "InterlockedAdd(a[0], 2);"} {
		rows = append(rows, one(sample{source: s, globals: atomicBuffer}))
	}
	return table{name: "operations", rows: rows}
}

// matrixTable is every operation with every order that the tables before do not show.
func matrixTable() table {
	rows := atomicCalls(func(m string) bool { return m != "load" && m != "store" && m != "add" && m != "compareExchange" })
	return table{name: "every operation with every order", rows: slices.DeleteFunc(rows, func(r tableRow) bool { return strings.Contains(r.source, "Relaxed") })}
}

// spaceTable shows how what the entry point touches decides what an order covers.
func spaceTable() table {
	const (
		group     = "groupshared Atomic<uint> s[64];"
		plain     = "groupshared uint tile[64];"
		image     = "RWTexture2D<uint> image;"
		operation = "%.add(2, MemoryOrder.AcquireRelease);"
	)
	on := func(place string) string { return strings.Replace(operation, "%", place, 1) }
	rows := []tableRow{
		{"AcquireRelease add on a buffer; only buffers are touched", []sample{{source: on("a[0]"), globals: atomicBuffer}}},
		{"AcquireRelease add on a buffer; groupshared memory is touched too", []sample{{source: on("a[0]"), globals: atomicBuffer + plain, rest: "tile[i] = 1;"}}},
		{"AcquireRelease add on a buffer; images are touched too", []sample{{source: on("a[0]"), globals: atomicBuffer + image, rest: "image[uint2(0, 0)] = 1;"}}},
		{"AcquireRelease add on a buffer; all are touched", []sample{{source: on("a[0]"), globals: atomicBuffer + plain + image, rest: "tile[i] = 1; image[uint2(0, 0)] = 1;"}}},
		{"AcquireRelease add on groupshared memory; no atomic on device memory", []sample{{source: on("s[0]"), globals: group}}},
		{"AcquireRelease add on groupshared memory; an atomic on device memory too", []sample{{source: on("s[0]"), globals: group + atomicBuffer, rest: "a[0].add(1);"}}},
		{"Relaxed add on groupshared memory", []sample{{source: "s[0].add(2);", globals: group}}},
		{"Relaxed add on a texel", []sample{{source: "InterlockedAdd(image[uint2(0, 0)], 2);", globals: image}}},
		{"Relaxed add on a byte-address buffer", []sample{{source: "bytes.InterlockedAdd(8, 2);", globals: "RWByteAddressBuffer bytes;"}}},
	}
	return table{name: "memory", rows: rows}
}

// typeTable shows the types other than uint.
func typeTable() table {
	var rows []tableRow
	for _, typ := range []string{"int", "uint64_t", "float", "half", "double"} {
		globals := "RWStructuredBuffer<Atomic<" + typ + ">> a;"
		operations := []string{"load()", "store(2)", "exchange(2)", "compareExchange(2, 3)", "add(2)", "sub(2)", "min(2)"}
		if typ == "int" || typ == "uint64_t" {
			operations = append(operations, "and(2)", "reduceMin(2)")
		}
		for _, c := range operations {
			s := sample{source: "a[0]." + c + ";", globals: globals, result: typ}
			if strings.HasPrefix(c, "store") || strings.HasPrefix(c, "reduce") {
				s.result = ""
			}
			rows = append(rows, tableRow{typ + ": " + c, []sample{s}})
		}
	}
	return table{name: "types", rows: rows}
}

// barrierTable shows every barrier function in an entry point whose plain data may pass between
// workgroups and in one whose data may not; both touch buffers, images and groupshared memory.
func barrierTable() table {
	const touches = "import experimental.workgraph; RWTexture2D<uint> image; groupshared uint tile[64];"
	const rest = "tile[i] = 1; image[uint2(0, 0)] = 1;"
	var rows []tableRow
	add := func(source string) {
		rows = append(rows, tableRow{source, []sample{
			{source: source, globals: touches + atomicBuffer, rest: rest + "a[0].store(1, MemoryOrder.Release);"},
			{source: source, globals: touches, rest: rest},
		}})
	}
	builtin.FunctionNames(func(name string, _ bool) bool {
		switch row := builtin.Functions(name)[0]; {
		case row.Action == builtin.ActBarrier && row.Masked:
			add(name + "(0xff);")
		case row.Action == builtin.ActBarrier:
			add(name + "();")
		case row.Action == builtin.ActFlagBarrier:
			for _, flags := range []string{"UAV_MEMORY, DEVICE_SCOPE", "UAV_MEMORY, GROUP_SYNC | DEVICE_SCOPE", "GROUP_SHARED_MEMORY, GROUP_SCOPE",
				"ALL_MEMORY, GROUP_SYNC | GROUP_SCOPE", "ALL_MEMORY, GROUP_SYNC"} {
				add(name + "(" + flags + ");")
			}
		}
		return true
	})
	return table{name: "barriers", titles: []string{"cross-group entry point", "not cross-group"}, rows: rows}
}

// accessTable shows plain accesses with the declaration of what they access.
func accessTable() table {
	const crossed = "a[0].store(1, MemoryOrder.Release);"
	// both is an access to a variable of type typ; what is read is written elsewhere, or it would be a read-only buffer.
	both := func(typ, access, declarator string) tableRow {
		s := sample{source: access, globals: typ + " " + declarator + ";", shows: "data"}
		title := typ + ": " + access
		if !strings.Contains(access, "=") {
			s.result, title = "uint", typ+": … = "+access
			if !strings.HasPrefix(typ, "StructuredBuffer") {
				s.rest = strings.Replace(access, ";", " = 1;", 1)
			}
		}
		c := s
		c.globals += atomicBuffer
		c.rest += crossed
		return tableRow{title, []sample{c, s}}
	}
	rows := []tableRow{
		both("RWStructuredBuffer<uint>", "data[0] = 7;", "data"),
		both("RWStructuredBuffer<uint>", "data[0];", "data"),
		both("StructuredBuffer<uint>", "data[0];", "data"),
		both("globallycoherent RWStructuredBuffer<uint>", "data[0] = 7;", "data"),
		both("globallycoherent RWStructuredBuffer<uint>", "data[0];", "data"),
		both("groupshared uint", "data[0] = 7;", "data[64]"),
		both("groupshared uint", "data[0];", "data[64]"),
		both("RWTexture2D<uint>", "data[uint2(1, 2)] = 7;", "data"),
		both("globallycoherent RWTexture2D<uint>", "data[uint2(1, 2)];", "data"),
	}
	return table{name: "accesses", titles: []string{"cross-group entry point", "not cross-group"}, rows: rows}
}
