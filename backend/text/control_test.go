package text_test

import (
	"strings"
	"testing"

	"slc/backend/hlsl"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/testsuite/tools"
)

// The common core is tested through HLSL. Each body stands in a kernel in which
// %100 is the group index x, %101 the address of data[0], %102 of data[x].
const head = `
resource @data storage_buffer set=0 binding=0 reg=u0,0 source=RWStructuredBuffer
  view uint
func @main() -> void {
  %100.x = system {value=group_index} : uint
  %101 = elem @data.0, 0:uint : &buffer uint
  %102 = elem @data.0, %100 : &buffer uint
`

func body(t *testing.T, instrs string) string {
	t.Helper()
	m, err := ir.Parse(head + instrs + "\n  return\n}\nentry main func=@main threads=8,1,1\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	diags := &diag.List{}
	out := string(hlsl.Emit(m, hlsl.Options{}, diags))
	for _, d := range diags.All() {
		t.Fatalf("%s: %s", d.Code, d.Message)
	}
	tools.HLSL(t, out, tools.HLSLOptions{})
	_, text, _ := strings.Cut(out, ")\n{\n")
	text = strings.TrimSuffix(text, "}\n")
	return strings.ReplaceAll("\n"+text, "\n    ", "\n")[1:]
}

func TestStatements(t *testing.T) {
	tests := []struct{ name, instrs, want string }{
		{"scalars beside vectors", `
  %0 = splat %100 : uint3
  %1.v = var : &function uint3
  store %1, %0
  %2 = load %1 : uint3
  %3 = splat %100 : uint3
  %4 = mul %2, %3 : uint3
  %5 = sub {7 7 7}:uint3, %4 : uint3
  %6 = shr %5, {2 2 2}:uint3 : uint3
  %7 = extract %6 {index=1} : uint
  store %101, %7 {shared=1}`, `
uint3 v = (uint3)x;
data[0] = ((7u - v * x) >> (uint3)2u).y;
`},
		{"assignment operators", `
  %0.v = var : &function uint
  store %0, %100
  %1 = load %0 : uint
  %2 = mul %1, 3:uint : uint
  store %0, %2
  %3 = load %0 : uint
  %4 = sub %100, 7:uint : uint
  %5 = sub %3, %4 : uint
  store %0, %5
  %6 = load %0 : uint
  %7 = sub %6, 7:uint : uint
  %8 = sub %7, %100 : uint
  store %0, %8
  %9 = load %0 : uint
  %10 = sub %9, 1:uint : uint
  store %0, %10
  %11 = load %0 : uint
  %12 = sub %100, %11 : uint
  store %0, %12
  %13 = load %0 : uint
  store %101, %13 {shared=1}`, `
uint v = x;
v *= 3u;
v -= x - 7u;
v = v - 7u - x;
v--;
v = x - v;
data[0] = v;
`},
		{"one load is one fetch", `
  %0 = load %102 {shared=1} : uint
  %1 = and %0, 3:uint : uint
  %2 = add %1, %0 : uint
  store %101, %2 {shared=1}`, `
uint value = data[x];
data[0] = (value & 3u) + value;
`},
		{"a load stays where it is", `
  %0 = load %102 {shared=1} : uint
  store %101, 7:uint {shared=1}
  store %102, %0 {shared=1}`, `
uint value = data[x];
data[0] = 7u;
data[x] = value;
`},
		{"an unused load happens", `
  %0 = load %102 {shared=1} : uint`, `
uint value = data[x];
`},
		{"a local is read before it changes", `
  %0.v = var : &function uint
  store %0, %100
  %1 = load %0 : uint
  store %0, 5:uint
  %2 = load %0 : uint
  %3 = sub %2, %1 : uint
  store %101, %3 {shared=1}`, `
uint v = x;
uint value = v;
v = 5u;
data[0] = v - value;
`},
		{"a local read is folded when nothing changes it", `
  %0.v = var : &function uint
  store %0, %100
  %1 = load %0 : uint
  %2 = add %1, 1:uint : uint
  %3 = mul %2, %1 : uint
  store %0, %3
  %4 = load %0 : uint
  store %101, %4 {shared=1}`, `
uint v = x;
v = (v + 1u) * v;
data[0] = v;
`},
		{"a folded value does not pass a change of what it reads", `
  %0.v = var : &function uint
  store %0, %100
  %1 = load %0 : uint
  %2 = add %1, 1:uint : uint
  store %0, 9:uint
  store %101, %2 {shared=1}`, `
uint v = x;
uint t = v + 1u;
v = 9u;
data[0] = t;
`},
		{"a value used in a region has a name", `
  %0 = mul %100, 3:uint : uint
  %1 = lt %100, 4:uint : bool
  if %1 {
    store %101, %0 {shared=1}
    yield
  } else { yield }`, `
uint t = x * 3u;
if (x < 4u) {
    data[0] = t;
}
`},
		{"an inverted if", `
  %1 = lt %100, 4:uint : bool
  if %1 { yield } else {
    store %101, 1:uint {shared=1}
    yield
  }`, `
if (!(x < 4u)) {
    data[0] = 1u;
}
`},
		{"else if", `
  %1 = eq %100, 1:uint : bool
  if %1 {
    store %101, 1:uint {shared=1}
    yield
  } else {
    %2 = eq %100, 2:uint : bool
    if %2 {
      store %101, 2:uint {shared=1}
      yield
    } else {
      %3 = load %102 {shared=1} : uint
      %4 = eq %3, 3:uint : bool
      if %4 {
        store %101, 3:uint {shared=1}
        yield
      } else { yield }
      yield
    }
    yield
  }`, `
if (x == 1u) {
    data[0] = 1u;
} else if (x == 2u) {
    data[0] = 2u;
} else {
    uint value = data[x];
    if (value == 3u) {
        data[0] = 3u;
    }
}
`},
		{"short circuit without effects", `
  %1 = lt %100, 4:uint : bool
  %2 = if %1 : bool {
    %3 = gt %100, 1:uint : bool
    yield %3
  } else { yield false:bool }
  %4 = if %2 : bool { yield true:bool } else {
    %5 = eq %100, 9:uint : bool
    yield %5
  }
  %6 = if %4 : uint { yield 1:uint } else { yield 2:uint }
  store %101, %6 {shared=1}`, `
data[0] = (x < 4u && x > 1u) || x == 9u ? 1u : 2u;
`},
		{"short circuit with a load", `
  %1 = lt %100, 4:uint : bool
  %2 = if %1 : bool {
    %3 = load %102 {shared=1} : uint
    %4 = eq %3, 0:uint : bool
    yield %4
  } else { yield false:bool }
  if %2 {
    store %101, 1:uint {shared=1}
    yield
  } else { yield }`, `
bool choice;
if (x < 4u) {
    uint value = data[x];
    choice = value == 0u;
} else {
    choice = false;
}
if (choice) {
    data[0] = 1u;
}
`},
		{"switch", `
  switch %100 {cases=0|1,7} {
    store %101, 1:uint {shared=1}
    yield
  } case {
    store %101, 2:uint {shared=1}
    break
  } default {
    store %101, 3:uint {shared=1}
    yield
  }`, `
switch (x) {
    case 0u:
    case 1u: {
        data[0] = 1u;
        break;
    }
    case 7u: {
        data[0] = 2u;
        break;
    }
    default: {
        data[0] = 3u;
        break;
    }
}
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := body(t, tt.instrs); got != tt.want[1:] {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want[1:])
			}
		})
	}
}

func TestLoops(t *testing.T) {
	const init = "\n  %0.i = var : &function uint\n  store %0, 0:uint\n"
	const cond = `
    %1 = load %0 : uint
    %2 = lt %1, 10:uint : bool
    if %2 { yield } else { break }`
	const work = `
    %3 = load %0 : uint
    store %101, %3 {shared=1}`
	const skip = `
    %4 = load %0 : uint
    %5 = eq %4, 3:uint : bool
    if %5 { continue } else { yield }`
	const step = `
    %10 = load %0 : uint
    %11 = add %10, 1:uint : uint
    store %0, %11`
	const longStep = `
    %10 = load %102 {shared=1} : uint
    %12 = load %0 : uint
    %11 = add %12, %10 : uint
    store %0, %11`
	const exit = `
    %20 = load %0 : uint
    %21 = ge %20, 10:uint : bool
    yield %21`
	tests := []struct{ name, instrs, want string }{
		{"for", init + "loop {" + cond + skip + work + "\n continue\n } continuing {" + step + "\n yield\n }", `
for (uint i = 0u; i < 10u; i++) {
    if (i == 3u) {
        continue;
    }
    data[0] = i;
}
`},
		{"while", init + "loop {" + cond + work + step + "\n continue\n } continuing {\n yield\n }", `
uint i = 0u;
while (i < 10u) {
    data[0] = i;
    i++;
}
`},
		{"a step of several statements", init + "loop {" + cond + work + "\n continue\n } continuing {" + longStep + "\n yield\n }", `
uint i = 0u;
while (i < 10u) {
    data[0] = i;
    uint value = data[x];
    i += value;
}
`},
		{"such a step and a continue", init + "loop {" + cond + skip + work + "\n continue\n } continuing {" + longStep + "\n yield\n }", `
uint i = 0u;
bool first = true;
for (;;) {
    if (!first) {
        uint value = data[x];
        i += value;
    }
    first = false;
    if (!(i < 10u)) {
        break;
    }
    if (i == 3u) {
        continue;
    }
    data[0] = i;
}
`},
		{"do", init + "loop {" + skip + work + step + "\n continue\n } continuing {" + exit + "\n }", `
uint i = 0u;
do {
    if (i == 3u) {
        continue;
    }
    data[0] = i;
    i++;
} while (!(i >= 10u));
`},
		{"a do whose condition takes statements", init + "loop {" + work + "\n continue\n } continuing {" + longStep + exit + "\n }", `
uint i = 0u;
for (;;) {
    data[0] = i;
    uint value = data[x];
    i += value;
    if (i >= 10u) {
        break;
    }
}
`},
		{"the same with a continue", init + "loop {" + skip + work + "\n continue\n } continuing {" + longStep + exit + "\n }", `
uint i = 0u;
bool first = true;
for (;;) {
    if (!first) {
        uint value = data[x];
        i += value;
        if (i >= 10u) {
            break;
        }
    }
    first = false;
    if (i == 3u) {
        continue;
    }
    data[0] = i;
}
`},
		{"a poll", `
  loop {
    %1 = load %102 {shared=1} : uint
    %2 = eq %1, 0:uint : bool
    if %2 { yield } else { break }
    continue
  } continuing { yield }`, `
for (;;) {
    uint value = data[x];
    if (!(value == 0u)) {
        break;
    }
}
`},
		{"no way on", init + "loop {" + work + "\n break\n } continuing {" + longStep + "\n yield\n }", `
uint i = 0u;
for (;;) {
    data[0] = i;
    break;
}
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := body(t, tt.instrs); got != tt.want[1:] {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want[1:])
			}
		})
	}
}
