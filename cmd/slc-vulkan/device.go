package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"slc/backend/spirv/features"
	"slc/cmd/slc-vulkan/job"
	"slc/cmd/slc-vulkan/vk"
)

const validationLayer = "VK_LAYER_KHRONOS_validation"

// instance is the opened Vulkan with its devices, each opened when first used.
type instance struct {
	api     *vk.API
	handle  vk.Instance
	devices []*device

	mu       sync.Mutex
	messages []string // of the validation layer
}

// device is a physical device and, once opened, its logical device.
type device struct {
	inst     *instance
	index    int
	physical vk.PhysicalDevice
	name     string
	kind     uint32
	version  uint32
	limits   [504]byte
	subgroup vk.Vulkan11Properties
	sizes    vk.SubgroupSizeProperties
	memory   vk.MemoryProperties
	blocks   [numBlocks]*vk.FeatureBlock // what the device has; nil: block unknown
	exts     []string                    // extensions to enable

	handle     vk.Device // 0: not opened
	queue      vk.Queue
	family     uint32
	timestamps bool
}

// openInstance loads Vulkan and lists the devices.
func openInstance(validation bool) (*instance, error) {
	loader, err := vk.Open()
	if err != nil {
		return nil, err
	}
	version := vk.Version(1, 0)
	if r := loader.EnumerateInstanceVersion(&version); r != vk.Success {
		return nil, fmt.Errorf("vkEnumerateInstanceVersion: %w", r)
	}
	inst := new(instance)
	info := &vk.InstanceCreateInfo{
		Header: vk.Header{Type: vk.StructInstanceCreateInfo},
		Application: &vk.ApplicationInfo{
			Header: vk.Header{Type: vk.StructApplicationInfo}, Name: vk.CString("slc-vulkan"),
			Engine: vk.CString("slc"), APIVersion: min(version, vk.Version(1, 3)),
		},
	}
	var messenger *vk.MessengerCreateInfo
	if validation {
		if err := hasLayer(loader); err != nil {
			return nil, err
		}
		messenger = inst.messenger()
		info.LayerCount, info.Layers = 1, vk.CStrings([]string{validationLayer})
		info.ExtensionCount, info.Extensions = 1, vk.CStrings([]string{"VK_EXT_debug_utils"})
		info.Next = unsafe.Pointer(messenger)
	}
	if r := loader.CreateInstance(info, nil, &inst.handle); r != vk.Success {
		return nil, fmt.Errorf("no Vulkan driver can be used (Debian package mesa-vulkan-drivers has one for the CPU): vkCreateInstance: %w", r)
	}
	if inst.api, err = loader.LoadAPI(inst.handle); err != nil {
		return nil, err
	}
	if messenger != nil && inst.api.CreateDebugUtilsMessengerEXT != nil {
		var m vk.Messenger
		if r := inst.api.CreateDebugUtilsMessengerEXT(inst.handle, messenger, nil, &m); r != vk.Success {
			return nil, fmt.Errorf("vkCreateDebugUtilsMessengerEXT: %w", r)
		}
	}
	return inst, inst.listDevices()
}

func hasLayer(loader *vk.Loader) error {
	var n uint32
	if r := loader.EnumerateInstanceLayerProperties(&n, nil); r != vk.Success {
		return fmt.Errorf("vkEnumerateInstanceLayerProperties: %w", r)
	}
	layers := make([]vk.LayerProperties, n+1)
	loader.EnumerateInstanceLayerProperties(&n, &layers[0])
	for i := range layers[:n] {
		if vk.Text(layers[i].Name[:]) == validationLayer {
			return nil
		}
	}
	return fmt.Errorf("%s is not installed (Debian package vulkan-validationlayers)", validationLayer)
}

// messenger collects the warnings and errors of the validation layer.
func (inst *instance) messenger() *vk.MessengerCreateInfo {
	const warning, failure, general, validation = 0x100, 0x1000, 1, 2
	return &vk.MessengerCreateInfo{
		Header: vk.Header{Type: vk.StructMessengerCreateInfo}, Severities: warning | failure, Types: general | validation,
		Callback: vk.Callback(func(_, _ uint32, data *vk.MessengerData, _ unsafe.Pointer) uintptr {
			inst.mu.Lock()
			defer inst.mu.Unlock()
			inst.messages = append(inst.messages, vk.GoString(data.Message))
			return 0
		}),
	}
}

// takeMessages returns the messages since the last call.
func (inst *instance) takeMessages() []string {
	inst.mu.Lock()
	defer inst.mu.Unlock()
	m := inst.messages
	inst.messages = nil
	return m
}

func (inst *instance) listDevices() error {
	var n uint32
	if r := inst.api.EnumeratePhysicalDevices(inst.handle, &n, nil); r != vk.Success {
		return fmt.Errorf("vkEnumeratePhysicalDevices: %w", r)
	}
	if n == 0 {
		return errors.New("there is no Vulkan device (Debian package mesa-vulkan-drivers has one for the CPU)")
	}
	list := make([]vk.PhysicalDevice, n)
	if r := inst.api.EnumeratePhysicalDevices(inst.handle, &n, &list[0]); r < 0 {
		return fmt.Errorf("vkEnumeratePhysicalDevices: %w", r)
	}
	for i, p := range list[:n] {
		d := &device{inst: inst, index: i, physical: p}
		if err := d.query(); err != nil {
			return err
		}
		inst.devices = append(inst.devices, d)
	}
	return nil
}

// query reads what the device is and has.
func (d *device) query() error {
	api := d.inst.api
	props := &vk.DeviceProperties2{Header: vk.Header{Type: vk.StructProperties2}}
	api.GetProperties2(d.physical, props)
	d.name, d.kind, d.version, d.limits = vk.Text(props.Name[:]), props.DeviceType, props.APIVersion, props.Limits
	api.GetMemoryProperties(d.physical, &d.memory)
	var n uint32
	if r := api.EnumerateDeviceExtensions(d.physical, nil, &n, nil); r != vk.Success {
		return fmt.Errorf("vkEnumerateDeviceExtensionProperties: %w", r)
	}
	exts := make([]vk.ExtensionProperties, n+1)
	api.EnumerateDeviceExtensions(d.physical, nil, &n, &exts[0])
	var names []string
	for i := range exts[:n] {
		names = append(names, vk.Text(exts[i].Name[:]))
	}
	for _, name := range featureless {
		if slices.Contains(names, name) {
			d.exts = append(d.exts, name)
		}
	}
	var next unsafe.Pointer
	for b := numBlocks - 1; b >= 0; b-- {
		row := blocks[b]
		if d.version < row.version {
			continue
		}
		if alternatives := strings.Fields(row.extension); len(alternatives) > 0 {
			i := slices.IndexFunc(alternatives, func(name string) bool { return slices.Contains(names, name) })
			if i < 0 {
				continue
			}
			d.exts = append(d.exts, alternatives[i])
		}
		d.blocks[b] = &vk.FeatureBlock{Header: vk.Header{Type: row.structType, Next: next}}
		next = unsafe.Pointer(d.blocks[b])
	}
	if d.blocks[core] == nil {
		return nil // Vulkan 1.0: listed, but nothing runs there
	}
	api.GetFeatures2(d.physical, d.blocks[core])
	if d.version >= vk.Version(1, 2) {
		d.subgroup.Type, d.sizes.Type = vk.StructVulkan11Properties, vk.StructSubgroupSizeProperties
		d.subgroup.Next = nil
		if d.version >= vk.Version(1, 3) {
			d.subgroup.Next = unsafe.Pointer(&d.sizes)
		}
		more := &vk.DeviceProperties2{Header: vk.Header{Type: vk.StructProperties2, Next: unsafe.Pointer(&d.subgroup)}}
		api.GetProperties2(d.physical, more)
	}
	return nil
}

// has reports whether the device has a feature.
func (d *device) has(name string) bool {
	f := findFeature(name)
	return f != nil && d.blocks[f.block] != nil && d.blocks[f.block].Bits[f.index] != 0
}

// lacking lists what a module and a job need and the device does not have.
func (d *device) lacking(m *module, j *job.Job) []string {
	var list []string
	for _, name := range slices.Concat(m.features, j.Features) {
		if !d.has(name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	for _, s := range m.subgroups {
		if d.subgroup.SubgroupOperations&s.Bit == 0 {
			list = append(list, subgroupName(s))
		}
	}
	if n := j.SubgroupSize; n != 0 {
		const computeStage = 0x20
		if !d.has("subgroupSizeControl") || n < d.sizes.Min || n > d.sizes.Max || d.sizes.RequiredStages&computeStage == 0 {
			list = append(list, fmt.Sprintf("subgroup size %d", n))
		}
	}
	return list
}

// limit reads a 32-bit member of VkPhysicalDeviceLimits.
func (d *device) limit(offset int) uint32 {
	return binary.LittleEndian.Uint32(d.limits[offset:])
}

// timestampPeriod is the number of nanoseconds of one tick.
func (d *device) timestampPeriod() float64 {
	return float64(math.Float32frombits(d.limit(vk.LimitTimestampPeriod)))
}

// find chooses a device by index or by a part of its name; "" is the one that
// SLC_VULKAN_DEVICE names, or the first.
func (inst *instance) find(selector string) (*device, error) {
	if selector == "" {
		selector = os.Getenv("SLC_VULKAN_DEVICE")
	}
	if selector == "" {
		return inst.devices[0], nil
	}
	if i, err := strconv.Atoi(selector); err == nil {
		if i < 0 || i >= len(inst.devices) {
			return nil, fmt.Errorf("there is no device %d; the last is %d", i, len(inst.devices)-1)
		}
		return inst.devices[i], nil
	}
	var names []string
	for _, d := range inst.devices {
		if strings.Contains(strings.ToLower(d.name), strings.ToLower(selector)) {
			return d, nil
		}
		names = append(names, d.name)
	}
	return nil, fmt.Errorf("no device's name contains %q; there are: %s", selector, strings.Join(names, "; "))
}

// open creates the logical device with every feature of our table that it has:
// what a module needs beyond them is refused before it gets here.
func (d *device) open() error {
	if d.handle != 0 {
		return nil
	}
	if d.version < vk.Version(1, 2) {
		return fmt.Errorf("%s has Vulkan %s; 1.2 is needed", d.name, versionText(d.version))
	}
	api := d.inst.api
	if err := d.chooseQueue(); err != nil {
		return err
	}
	var next unsafe.Pointer
	for b := numBlocks - 1; b >= 0; b-- {
		if d.blocks[b] == nil {
			continue
		}
		enabled := &vk.FeatureBlock{Header: vk.Header{Type: blocks[b].structType, Next: next}}
		for _, f := range deviceFeatures {
			if f.block == b {
				enabled.Bits[f.index] = d.blocks[b].Bits[f.index]
			}
		}
		next = unsafe.Pointer(enabled)
	}
	priority := float32(1)
	queue := &vk.DeviceQueueCreateInfo{
		Header: vk.Header{Type: vk.StructDeviceQueueCreateInfo}, Family: d.family, Count: 1, Priorities: &priority,
	}
	info := &vk.DeviceCreateInfo{
		Header:         vk.Header{Type: vk.StructDeviceCreateInfo, Next: next},
		QueueInfoCount: 1, QueueInfos: queue,
		ExtensionCount: uint32(len(d.exts)), Extensions: vk.CStrings(d.exts),
	}
	if r := api.CreateDevice(d.physical, info, nil, &d.handle); r != vk.Success {
		return fmt.Errorf("%s cannot be opened: vkCreateDevice: %w", d.name, r)
	}
	api.GetDeviceQueue(d.handle, d.family, 0, &d.queue)
	return nil
}

func (d *device) chooseQueue() error {
	const compute = 2
	var n uint32
	d.inst.api.GetQueueFamilyProperties(d.physical, &n, nil)
	families := make([]vk.QueueFamilyProperties, n+1)
	d.inst.api.GetQueueFamilyProperties(d.physical, &n, &families[0])
	for i, f := range families[:n] {
		if f.Flags&compute != 0 && f.Count > 0 {
			d.family, d.timestamps = uint32(i), f.TimestampValidBits != 0
			return nil
		}
	}
	return fmt.Errorf("%s has no compute queue", d.name)
}

func versionText(v uint32) string {
	return fmt.Sprintf("%d.%d.%d", v>>22, v>>12&0x3ff, v&0xfff)
}

// info describes the device for -list.
func (d *device) info() job.DeviceInfo {
	kinds := []string{"other", "integrated GPU", "discrete GPU", "virtual GPU", "CPU"}
	di := job.DeviceInfo{
		Index: d.index, Name: d.name, Type: kinds[min(int(d.kind), len(kinds)-1)],
		APIVersion: versionText(d.version), SubgroupSize: d.subgroup.SubgroupSize, Features: []string{},
	}
	for _, f := range deviceFeatures {
		if d.has(f.name) {
			di.Features = append(di.Features, f.name)
		}
	}
	for _, s := range features.Subgroups() {
		if d.subgroup.SubgroupOperations&s.Bit != 0 {
			di.Features = append(di.Features, subgroupName(s))
		}
	}
	return di
}
