package main

// format is a texel format by its name in GLSL.
type format struct {
	name  string
	vk    uint32 // VkFormat
	bytes uint32 // of a texel
}

var formats = []format{
	{"r8", 9, 1}, {"r8_snorm", 10, 1}, {"r8ui", 13, 1}, {"r8i", 14, 1},
	{"rg8", 16, 2}, {"rg8ui", 20, 2}, {"rg8i", 21, 2},
	{"rgba8", 37, 4}, {"rgba8_snorm", 38, 4}, {"rgba8ui", 41, 4}, {"rgba8i", 42, 4},
	{"r16", 70, 2}, {"r16ui", 74, 2}, {"r16i", 75, 2}, {"r16f", 76, 2},
	{"rg16ui", 81, 4}, {"rg16i", 82, 4}, {"rg16f", 83, 4},
	{"rgba16", 91, 8}, {"rgba16ui", 95, 8}, {"rgba16i", 96, 8}, {"rgba16f", 97, 8},
	{"r32ui", 98, 4}, {"r32i", 99, 4}, {"r32f", 100, 4},
	{"rg32ui", 101, 8}, {"rg32i", 102, 8}, {"rg32f", 103, 8},
	{"rgba32ui", 107, 16}, {"rgba32i", 108, 16}, {"rgba32f", 109, 16},
	{"r64ui", 110, 8}, {"r64i", 111, 8},
}

func findFormat(name string) *format {
	for i := range formats {
		if formats[i].name == name {
			return &formats[i]
		}
	}
	return nil
}

// imageShape is what a dimension name means.
type imageShape struct {
	name      string
	imageType uint32 // VkImageType
	viewType  uint32 // VkImageViewType
	dims      int    // numbers in Binding.Extent
	layered   bool   // the last of them is the number of layers
	cube      bool   // of which six are the faces of a cube
}

var imageShapes = []imageShape{
	{"1d", 0, 0, 1, false, false}, {"2d", 1, 1, 2, false, false}, {"3d", 2, 2, 3, false, false},
	{"1d-array", 0, 4, 2, true, false}, {"2d-array", 1, 5, 3, true, false},
	{"cube", 1, 3, 3, true, true}, {"cube-array", 1, 6, 3, true, true},
}

func findShape(name string) *imageShape {
	if name == "" {
		name = "2d"
	}
	for i := range imageShapes {
		if imageShapes[i].name == name {
			return &imageShapes[i]
		}
	}
	return nil
}
