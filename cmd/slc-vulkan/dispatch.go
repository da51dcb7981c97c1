package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
	"unsafe"

	"slc/cmd/slc-vulkan/job"
	"slc/cmd/slc-vulkan/vk"
)

const (
	defaultTimeout = 10 * time.Second
	maxOutcomes    = 1024
	stageCompute   = 0x20 // VK_SHADER_STAGE_COMPUTE_BIT
	bindCompute    = 1    // VK_PIPELINE_BIND_POINT_COMPUTE
)

// session runs one job; everything it makes is destroyed at its end.
type session struct {
	api       *vk.API
	dev       *device
	handle    vk.Device
	job       *job.Job
	module    *module
	entry     string
	groups    [3]uint32
	resources []*resource
	cleanup   []func()

	upload, download vk.Buffer
	uploaded         []byte
	downloaded       []byte
	layout           vk.PipelineLayout
	pipeline         vk.Pipeline
	layouts          []vk.DescriptorSetLayout
	sets             []vk.DescriptorSet
	declared         []*resource // of heaps, without objects
	queries          vk.QueryPool
	commands         vk.CommandBuffer
	fence            vk.Fence
}

func (s *session) atEnd(f func()) { s.cleanup = append(s.cleanup, f) }

func (s *session) close() {
	for _, f := range slices.Backward(s.cleanup) {
		f()
	}
}

// errTimeout is the error of a dispatch that does not finish.
var errTimeout = errors.New("timeout")

// run runs a job on the device that it names.
func (inst *instance) run(j *job.Job) *job.Result {
	result := new(job.Result)
	err := inst.runInto(j, result)
	result.Validation = inst.takeMessages()
	switch {
	case errors.Is(err, errTimeout):
		result.TimedOut = true
		result.Error = fmt.Sprintf("the dispatch did not finish within %v", timeout(j))
	case err != nil:
		result.Error = err.Error()
	}
	return result
}

func (inst *instance) runInto(j *job.Job, result *job.Result) (err error) {
	s := &session{api: inst.api, job: j}
	if err := s.prepare(inst, result); err != nil {
		return err
	}
	defer func() {
		// What a hanging dispatch uses must not be destroyed.
		if !errors.Is(err, errTimeout) {
			s.close()
		}
	}()
	for _, step := range []func() error{
		s.createResources, s.createPipeline, s.createDescriptors, s.createQueries, s.record,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return s.execute(result)
}

// prepare checks the job against the module and the device.
func (s *session) prepare(inst *instance, result *job.Result) error {
	j := s.job
	data := j.SPIRV
	if j.File != "" {
		var err error
		if data, err = os.ReadFile(j.File); err != nil {
			return err
		}
	}
	var err error
	if s.module, err = parseModule(data); err != nil {
		return err
	}
	if s.entry, err = s.module.entry(j.Entry); err != nil {
		return err
	}
	if s.dev, err = inst.find(j.Device); err != nil {
		return err
	}
	d := s.dev
	result.Device, result.APIVersion, result.SubgroupSize = d.name, versionText(d.version), d.subgroup.SubgroupSize
	if result.Lacking = d.lacking(s.module, j); len(result.Lacking) > 0 {
		return fmt.Errorf("%s lacks: %s", d.name, strings.Join(result.Lacking, ", "))
	}
	if err := s.checkSizes(); err != nil {
		return err
	}
	if err := s.checkBindings(); err != nil {
		return err
	}
	for _, name := range s.heapFeatures() {
		if !d.has(name) {
			result.Lacking = append(result.Lacking, name)
		}
	}
	if len(result.Lacking) > 0 {
		return fmt.Errorf("%s lacks: %s", d.name, strings.Join(result.Lacking, ", "))
	}
	if err := d.open(); err != nil {
		return err
	}
	s.handle = d.handle
	return nil
}

func (s *session) checkSizes() error {
	j := s.job
	if len(j.Groups) > 3 {
		return fmt.Errorf("%d numbers of workgroups; there are three dimensions", len(j.Groups))
	}
	s.groups = [3]uint32{1, 1, 1}
	for i, n := range j.Groups {
		if most := s.dev.limit(vk.LimitMaxGroupCount + 4*i); n > most {
			return fmt.Errorf("%d workgroups in dimension %d; %s allows %d", n, i, s.dev.name, most)
		}
		s.groups[i] = n
	}
	if most := s.dev.limit(vk.LimitMaxPushConstantsSize); uint32(len(j.Push)) > most {
		return fmt.Errorf("%d bytes of push constants; %s allows %d", len(j.Push), s.dev.name, most)
	}
	if len(j.Push)%4 != 0 {
		return fmt.Errorf("%d bytes of push constants are not whole words", len(j.Push))
	}
	for _, c := range j.Spec {
		switch c.Size {
		case 0, 1, 2, 4, 8:
		default:
			return fmt.Errorf("specialization constant %d has %d bytes", c.ID, c.Size)
		}
	}
	return nil
}

// checkBindings reads the contents and refuses doubles and gaps in arrays.
func (s *session) checkBindings() error {
	for i := range s.job.Bindings {
		if s.declare(&s.job.Bindings[i]) {
			continue
		}
		r, err := newResource(&s.job.Bindings[i])
		if err != nil {
			return err
		}
		s.resources = append(s.resources, r)
	}
	s.combine()
	if err := s.checkAddresses(); err != nil {
		return err
	}
	sorted := slices.DeleteFunc(s.sorted(), func(r *resource) bool { return r.kind == &combinedSampler })
	for i, r := range sorted {
		first := i == 0 || sorted[i-1].Set != r.Set || sorted[i-1].Binding.Binding != r.Binding.Binding
		switch {
		case r.Heap && (first || r.Element != sorted[i-1].Element):
		case first && r.Element != 0 || !first && r.Element > sorted[i-1].Element+1:
			return fmt.Errorf("%s: the elements before it are missing", r.Binding)
		case !first && r.Element == sorted[i-1].Element:
			return fmt.Errorf("%s is given twice", r.Binding)
		case !first && r.kind != sorted[i-1].kind:
			return fmt.Errorf("%s: the elements of an array are of one kind", r.Binding)
		}
	}
	return nil
}

// sorted returns the resources by set, binding and element.
func (s *session) sorted() []*resource {
	list := slices.Clone(s.resources)
	slices.SortStableFunc(list, func(a, b *resource) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Binding.Binding, b.Binding.Binding), cmp.Compare(a.Element, b.Element))
	})
	return list
}

// createResources makes the bindings' objects and the staging buffers.
func (s *session) createResources() error {
	const align = 16 // the largest texel
	var total uint64
	for _, r := range s.resources {
		r.offset = total
		total += (uint64(len(r.initial)) + align - 1) / align * align
		if err := s.create(r); err != nil {
			return err
		}
	}
	total = max(total, align)
	var err error
	if s.upload, s.uploaded, err = s.stagingBuffer(total, bufferTransferSrc, 0); err != nil {
		return err
	}
	if s.download, s.downloaded, err = s.stagingBuffer(total, bufferTransferDst, memHostCached); err != nil {
		return err
	}
	if err := s.writeAddresses(); err != nil {
		return err
	}
	for _, r := range s.resources {
		copy(s.uploaded[r.offset:], r.initial)
	}
	return nil
}

func (s *session) createQueries() error {
	if s.job.Time == 0 {
		return nil
	}
	if !s.dev.timestamps {
		return fmt.Errorf("%s has no timestamps", s.dev.name)
	}
	const timestamps = 2 // VK_QUERY_TYPE_TIMESTAMP
	info := &vk.QueryPoolCreateInfo{Header: vk.Header{Type: vk.StructQueryPoolCreateInfo}, QueryType: timestamps, Count: 2}
	if r := s.api.CreateQueryPool(s.handle, info, nil, &s.queries); r != vk.Success {
		return fmt.Errorf("vkCreateQueryPool: %w", r)
	}
	s.atEnd(func() { s.api.DestroyQueryPool(s.handle, s.queries, nil) })
	return nil
}

func timeout(j *job.Job) time.Duration {
	if j.TimeoutMS > 0 {
		return time.Duration(j.TimeoutMS) * time.Millisecond
	}
	return defaultTimeout
}

// execute submits the commands as often as the job says and reads the results.
func (s *session) execute(result *job.Result) error {
	var ticks []uint64
	index := map[string]int{}
	for i := range max(1, s.job.Repeat, s.job.Time) {
		if err := s.submit(); err != nil {
			return err
		}
		if i < s.job.Time {
			t, err := s.elapsed()
			if err != nil {
				return err
			}
			ticks = append(ticks, t)
		}
		if i == 0 {
			result.Buffers = s.buffers()
		}
		if s.job.Repeat < 2 || i >= s.job.Repeat {
			continue
		}
		key := string(s.downloaded)
		at, seen := index[key]
		if !seen {
			if at = len(result.Outcomes); at == maxOutcomes {
				return fmt.Errorf("more than %d distinct outcomes", maxOutcomes)
			}
			index[key] = at
			result.Outcomes = append(result.Outcomes, job.Outcome{Buffers: s.buffers()})
		}
		result.Outcomes[at].Count++
	}
	if n := len(ticks); n > 0 {
		slices.Sort(ticks)
		result.Timing = &job.Timing{Runs: n, Median: ticks[n/2], Min: ticks[0], Max: ticks[n-1]}
	}
	return nil
}

func (s *session) submit() error {
	info := &vk.SubmitInfo{Header: vk.Header{Type: vk.StructSubmitInfo}, CommandCount: 1, Commands: &s.commands}
	if r := s.api.ResetFences(s.handle, 1, &s.fence); r != vk.Success {
		return fmt.Errorf("vkResetFences: %w", r)
	}
	if r := s.api.QueueSubmit(s.dev.queue, 1, info, s.fence); r != vk.Success {
		return fmt.Errorf("vkQueueSubmit: %w", r)
	}
	switch r := s.api.WaitForFences(s.handle, 1, &s.fence, 1, uint64(timeout(s.job))); r {
	case vk.Success:
		return nil
	case vk.Timeout:
		return errTimeout
	default:
		return fmt.Errorf("vkWaitForFences: %w", r)
	}
}

// elapsed is the time of the last dispatch in nanoseconds.
func (s *session) elapsed() (uint64, error) {
	const resultsAre64, waitForResults = 1, 2
	var t [2]uint64
	r := s.api.GetQueryPoolResults(s.handle, s.queries, 0, 2, uint64(unsafe.Sizeof(t)), &t[0], 8, resultsAre64|waitForResults)
	if r != vk.Success {
		return 0, fmt.Errorf("vkGetQueryPoolResults: %w", r)
	}
	return uint64(float64(t[1]-t[0]) * s.dev.timestampPeriod()), nil
}

// buffers copies what came back.
func (s *session) buffers() []job.Buffer {
	list := []job.Buffer{}
	for _, r := range s.resources {
		if r.kind.kind.Writable() {
			data := slices.Clone(s.downloaded[r.offset : r.offset+uint64(len(r.initial))])
			list = append(list, job.Buffer{Set: r.Set, Binding: r.Binding.Binding, Element: r.Element, Data: data})
		}
	}
	return list
}
