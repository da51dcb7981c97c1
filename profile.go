package slc

import (
	"fmt"
	"strconv"
	"strings"
)

// profile is a target version, as major*10 or major*100 plus minor in the
// scheme of package lower: 105 is SPIR-V 1.5, 66 shader model 6.6, 302 Metal 3.2.
type profile struct {
	target  Target
	version int
}

// profileFamilies lists the spellings: prefix, target, lowest and highest
// version, and the factor of the major number.
var profileFamilies = [...]struct {
	prefix       string
	target       Target
	factor       int
	low, high    int
	lowName, end string
}{
	{"spirv_", SPIRV, 100, 103, 106, "spirv_1_3", "spirv_1_6"},
	{"sm_", HLSL, 10, 60, 68, "sm_6_0", "sm_6_8"},
	{"cs_", HLSL, 10, 60, 68, "cs_6_0", "cs_6_8"},
	{"metal_", Metal, 100, 204, 401, "metal_2_4", "metal_4_1"},
	{"metallib_", Metal, 100, 204, 401, "metallib_2_4", "metallib_4_1"},
}

// metalVersions are the versions of the Metal Shading Language that exist.
var metalVersions = [...]int{204, 300, 301, 302, 400, 401}

// parseProfile reads a profile name; slangc's glsl_450 and its like name the
// default SPIR-V version, and +capability suffixes are dropped.
func parseProfile(name string) (profile, error) {
	base, _, _ := strings.Cut(name, "+")
	if strings.HasPrefix(base, "glsl_") {
		return profile{SPIRV, 0}, nil
	}
	for _, f := range profileFamilies {
		rest, ok := strings.CutPrefix(base, f.prefix)
		if !ok {
			continue
		}
		major, minor, ok := strings.Cut(rest, "_")
		a, err1 := strconv.Atoi(major)
		b, err2 := strconv.Atoi(minor)
		version := a*f.factor + b
		if !ok || err1 != nil || err2 != nil || b >= f.factor || version < f.low || version > f.high || !versionExists(f.target, version) {
			return profile{}, fmt.Errorf("profile '%s' is not known: %s to %s", name, f.lowName, f.end)
		}
		return profile{f.target, version}, nil
	}
	return profile{}, fmt.Errorf("profile '%s' is not known: spirv_1_3…1_6, sm_6_0…6_8, metal_2_4…4_1", name)
}

func versionExists(t Target, version int) bool {
	if t != Metal {
		return true
	}
	for _, v := range metalVersions {
		if v == version {
			return true
		}
	}
	return false
}

// base is the target whose modules t is made of.
func (t Target) base() Target {
	if t == SPIRVAsm {
		return SPIRV
	}
	return t
}

// ProfileApplies reports whether the profile called name is one of target t; it
// fails when there is no such profile.
func ProfileApplies(name string, t Target) (bool, error) {
	p, err := parseProfile(name)
	return err == nil && p.target == t.base(), err
}
