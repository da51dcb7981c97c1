package slc

import (
	"fmt"

	"slc/backend/reflect"
	"slc/lower"
)

// reflect describes the outputs, one entry for each distinct target and profile.
func (c *compilation) reflect() {
	c.enter("reflecting")
	var outputs []reflect.Output
	for i := range c.units {
		u := &c.units[i]
		if !u.wanted {
			continue
		}
		o := reflect.Output{Target: u.profile.target.String(), Version: u.profile.versionText(), Module: u.module}
		if u.profile.target == SPIRV {
			o.SPIRV = u.data
		}
		outputs = append(outputs, o)
	}
	text, err := reflect.JSON(outputs, c.reflectOptions())
	if err != nil {
		panic(err) // the words are our own
	}
	c.res.Reflection = text
	c.enter("")
}

func (c *compilation) reflectOptions() reflect.Options {
	o := &c.req.Options
	return reflect.Options{RowMajor: o.MatrixRowMajor, SourceEntryNames: o.UseEntryPointName}
}

// header declares the interface for the host program. Layouts and bindings are equal on every
// target: the first one's module has them.
func (c *compilation) header() {
	c.enter("writing the header")
	for i := range c.units {
		if u := &c.units[i]; u.wanted {
			c.res.Header = reflect.Header(u.module, c.reflectOptions(), reflect.HeaderOptions{
				Language: c.req.Header, Source: c.req.Files[0], Package: c.req.HeaderPackage})
			break
		}
	}
	c.enter("")
}

// versionText spells the version of the profile, the default one if it names none: 1.5, 6.6, 3.2.
func (p profile) versionText() string {
	version, factor := lower.CapsFor(lowerTargets[p.target], p.version).Version, 100
	if p.target == HLSL {
		factor = 10
	}
	return fmt.Sprintf("%d.%d", version/factor, version%factor)
}
