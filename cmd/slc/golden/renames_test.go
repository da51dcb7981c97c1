package golden

import (
	"slices"
	"strings"
	"testing"
)

// TestRenamed: another name at the same binding and of the same type is neither weaker nor, unless callers use the name, an ABI break.
func TestRenamed(t *testing.T) {
	release := withBody("OpAtomicStore %11 %uint_1 %rel %uint_1")
	for _, c := range []struct {
		name     string
		lang     Language
		was      string
		replaced []string
		want     []string
	}{
		{"resource", SPIRV, release, []string{"%flag", "%ready"}, []string{"changed: resource flag is called ready now (set 0, binding 1)"}},
		{"entry point that is main outside", SPIRV, release, []string{"%main", "%other"}, []string{"changed: entry point main is called other now"}},
		{"type", SPIRV, release, []string{"%Block", "%Block_0", "%ptr_Block", "%ptr_Block_0"}, nil},
		{"resource", HLSL, hlslText, []string{"flag", "ready"}, []string{"changed: resource flag is called ready now (u1, space0)"}},
		{"groupshared variable", HLSL, hlslText, []string{"raised", "up"}, []string{"changed: groupshared variable raised is called up now"}},
		{"type", HLSL, hlslText, []string{"struct Item", "struct Thing"}, []string{"changed: type Item is called Thing now"}},
		{"entry point", HLSL, hlslText, []string{"computeMain", "other"}, []string{"ABI break: entry point computeMain is called other now"}},
		{"resource", Metal, metalText, []string{"* flag [[", "* ready [[", "&flag[", "&ready["}, []string{"changed: resource flag is called ready now (buffer 1)"}},
		{"entry point", Metal, metalText, []string{"computeMain", "other"}, []string{"ABI break: entry point computeMain is called other now"}},
		{"two names changed places", HLSL, hlslText, []string{"flag", "data", "data", "flag"},
			[]string{"ABI break: register of data: u0, space0 became u1, space0", "ABI break: register of flag: u1, space0 became u0, space0"}},
		{"another type", HLSL, hlslText, []string{"globallycoherent RWStructuredBuffer<uint> flag", "globallycoherent RWStructuredBuffer<int> ready", "flag[", "ready["},
			[]string{"ABI break: register of flag is gone (was u1, space0)", "ABI break: type of flag is gone (was RWStructuredBuffer<uint> flag)",
				"ABI break: register of ready is new: u1, space0", "ABI break: type of ready is new: RWStructuredBuffer<int> ready"}},
	} {
		now := strings.NewReplacer(c.replaced...).Replace(c.was)
		if now == c.was {
			t.Fatalf("%s: nothing was replaced", c.name)
		}
		got := Compare(c.lang, c.was, now, nil)
		var lines []string
		for _, l := range findingLines(got) {
			if !strings.Contains(l, "atomic") && !strings.Contains(l, "plain") && !strings.Contains(l, "coherence") {
				lines = append(lines, l)
			} else if len(c.want) < 2 {
				t.Errorf("%s, language %d: %s", c.name, c.lang, l)
			}
		}
		if !slices.Equal(lines, c.want) {
			t.Errorf("%s, language %d:\n got %q\nwant %q", c.name, c.lang, lines, c.want)
		}
		if len(c.want) < 2 && got.Other != 0 {
			t.Errorf("%s, language %d: %d lines of other code", c.name, c.lang, got.Other)
		}
	}
}

// TestImageFormat: the type of an image is what it is, not what it is called.
func TestImageFormat(t *testing.T) {
	image := strings.Replace(withBody(""), "       %void = ", "        %img = OpTypeImage %float 2D 0 0 0 2 Rgba32f\n %ptr_img = OpTypePointer UniformConstant %img\n"+
		"        %tex = OpVariable %ptr_img UniformConstant\n       %void = ", 1)
	got := findingLines(Compare(SPIRV, image, strings.Replace(image, "Rgba32f", "Rg32f", 1), nil))
	want := []string{"ABI break: type of tex: UniformConstant image of float 2D 0 0 0 2 Rgba32f became UniformConstant image of float 2D 0 0 0 2 Rg32f"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// TestDisplacedType: a type that takes over the name of another one is not taken for it.
func TestDisplacedType(t *testing.T) {
	two := strings.NewReplacer(
		"OpDecorate %flag Des", "OpMemberDecorate %Block_0 0 Offset 0\n OpDecorate %Block_0 Block\n OpDecorate %more DescriptorSet 0\n OpDecorate %more Binding 2\n OpDecorate %flag Des",
		"       %flag = ", "    %Block_0 = OpTypeStruct %uint\n %ptr_Block_0 = OpTypePointer StorageBuffer %Block_0\n %more = OpVariable %ptr_Block_0 StorageBuffer\n       %flag = ",
	).Replace(withBody(""))
	var without []string // flag is gone, and Block_0 is Block
	for _, l := range strings.Split(two, "\n") {
		if !strings.Contains(l, "%flag") && !strings.Contains(l, "%Block ") && !strings.HasSuffix(l, "%Block") {
			without = append(without, l)
		}
	}
	now := strings.ReplaceAll(strings.Join(without, "\n"), "Block_0", "Block")
	for _, l := range findingLines(Compare(SPIRV, two, now, nil)) {
		if strings.Contains(l, "more") || strings.Contains(l, "Block, Block") {
			t.Error(l)
		}
	}
}
