// Runs a kernel's threadgroups on CPU threads: one thread an invocation, several
// groups at a time. The job is read from a file whose lines are
//
//   groups X Y Z        threads X Y Z        simd N        concurrent N
//   buffer INDEX BYTES FILE                  threadgroup INDEX BYTES
//   address INTO OFFSET OF PLUS              (of buffer OF into buffer INTO, both before)
//   texture INDEX WIDTH HEIGHT DEPTH CHANNELS ELEMENT FILE
//   sampler INDEX LINEAR ADDRESS COMPARE
//
// Buffers and textures are written back to their files.
#include "runtime.h"

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string &message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(3);
}

// Memory with the alignment of the widest vector, and a file that it came from.
struct Memory {
  std::string file;
  size_t size = 0;
  struct Free { void operator()(void *p) const { std::free(p); } };
  std::unique_ptr<unsigned char, Free> data;

  Memory() = default;
  explicit Memory(size_t n) : size(n), data(static_cast<unsigned char *>(std::aligned_alloc(64, (n + 64) / 64 * 64))) {
    std::memset(data.get(), 0, (n + 64) / 64 * 64);
  }
  void load(const std::string &name) {
    file = name;
    std::ifstream in(name, std::ios::binary);
    if (!in.read(reinterpret_cast<char *>(data.get()), static_cast<std::streamsize>(size))) fail("cannot read " + name);
  }
  void store() const {
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    if (!out.write(reinterpret_cast<const char *>(data.get()), static_cast<std::streamsize>(size))) fail("cannot write " + file);
  }
};

struct Job {
  unsigned groups[3] = {1, 1, 1}, threads[3] = {1, 1, 1}, simd = 32, concurrent = 4;
  std::map<unsigned, Memory> buffers, texels;
  std::map<unsigned, shim::Texture> textures;
  std::map<unsigned, shim::Sampler> samplers;
  std::map<unsigned, size_t> threadgroup;
} job;

// Place is where a lane is: the calls, outermost first, and the operation.
using Place = std::vector<unsigned long>;

enum class State { running, waiting, at_barrier, done };

// Lane is one invocation as its SIMD-group sees it.
struct Lane {
  State state = State::running;
  Place place;
  unsigned char value[16] = {};
  bool ready = false;
};

struct Simd {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Lane> lanes;
  unsigned char values[128][16] = {};
  unsigned long mask = 0;

  // When no lane runs, lets those at the lowest place of the program go on.
  // The mutex is held.
  void resolve() {
    const Place *lowest = nullptr;
    for (const Lane &l : lanes) {
      if (l.state == State::running) return;
      if (l.state == State::waiting && (lowest == nullptr || l.place < *lowest)) lowest = &l.place;
    }
    mask = 0;
    for (size_t i = 0; i < lanes.size(); i++) {
      Lane &l = lanes[i];
      if (l.state != State::waiting || l.place != *lowest) continue;
      mask |= 1ul << i;
      std::memcpy(values[i], l.value, 16);
      l.state = State::running;
      l.ready = true;
    }
    if (mask != 0) changed.notify_all();
  }
  void set(unsigned lane, State s) {
    std::lock_guard<std::mutex> hold(mutex);
    lanes[lane].state = s;
    resolve();
  }
};

struct Group {
  std::mutex mutex;
  std::condition_variable released;
  unsigned live = 0, arrived = 0;
  unsigned long generation = 0;
  std::vector<std::unique_ptr<Simd>> simds;
  std::map<unsigned, Memory> shared, arguments;

  // Opens the barrier when all live invocations are there. The mutex is held.
  void open() {
    if (live == 0 || arrived < live) return;
    arrived = 0;
    generation++;
    for (auto &s : simds) {
      std::lock_guard<std::mutex> hold(s->mutex);
      for (Lane &l : s->lanes)
        if (l.state == State::at_barrier) l.state = State::running;
    }
    released.notify_all();
  }
};

thread_local shim::Invocation invocation;
thread_local Group *group;
thread_local Place calls;
std::atomic<unsigned> fence_cell;

} // namespace

namespace shim {

const Invocation &self() { return invocation; }

void group_barrier() {
  group->simds[invocation.simd_index]->set(invocation.lane, State::at_barrier);
  std::unique_lock<std::mutex> hold(group->mutex);
  unsigned long before = group->generation;
  group->arrived++;
  group->open();
  group->released.wait(hold, [&] { return group->generation != before; });
}

Call::Call(unsigned long place) { calls.push_back(place); }
Call::~Call() { calls.pop_back(); }

unsigned long simd_gather(unsigned long place, const void *in, unsigned size, unsigned char (*out)[16]) {
  Simd &s = *group->simds[invocation.simd_index];
  std::unique_lock<std::mutex> hold(s.mutex);
  Lane &l = s.lanes[invocation.lane];
  l.place = calls;
  l.place.push_back(place);
  if (size > 0) std::memcpy(l.value, in, size);
  l.ready = false;
  l.state = State::waiting;
  s.resolve();
  s.changed.wait(hold, [&] { return l.ready; });
  std::memcpy(out, s.values, 16 * s.lanes.size());
  return s.mask;
}

// ThreadSanitizer knows no fences. A read-modify-write of one cell orders at
// least what a sequentially consistent fence does, for it too. An invocation that polls with
// fences lets others run now and then: there are more of them than processors.
void fence() {
  thread_local unsigned calls = 0;
  if (++calls % 16 == 0) std::this_thread::yield();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  fence_cell.fetch_add(1, std::memory_order_acq_rel);
}

void *shared(unsigned n, unsigned long size) {
  std::lock_guard<std::mutex> hold(group->mutex);
  return group->shared.try_emplace(n, size).first->second.data.get();
}

void *buffer(unsigned n) {
  auto b = job.buffers.find(n);
  if (b == job.buffers.end()) fail("the job has no buffer(" + std::to_string(n) + ")");
  return b->second.data.get();
}

void *threadgroup_argument(unsigned n) {
  std::lock_guard<std::mutex> hold(group->mutex);
  auto size = job.threadgroup.find(n);
  if (size == job.threadgroup.end()) fail("the job has no threadgroup(" + std::to_string(n) + ")");
  return group->arguments.try_emplace(n, size->second).first->second.data.get();
}

const Texture *texture(unsigned n) {
  auto t = job.textures.find(n);
  if (t == job.textures.end()) fail("the job has no texture(" + std::to_string(n) + ")");
  return &t->second;
}

const Sampler *sampler(unsigned n) {
  auto s = job.samplers.find(n);
  if (s == job.samplers.end()) fail("the job has no sampler(" + std::to_string(n) + ")");
  return &s->second;
}

} // namespace shim

namespace {

void run_invocation(Group *g, const unsigned position[3], unsigned index) {
  group = g;
  shim::Invocation &v = invocation;
  v.index_in_group = index;
  unsigned rest = index;
  for (int i = 0; i < 3; i++) {
    v.group[i] = position[i];
    v.groups[i] = job.groups[i];
    v.group_size[i] = job.threads[i];
    v.thread_in_group[i] = rest % job.threads[i];
    rest /= job.threads[i];
    v.thread_in_grid[i] = position[i] * job.threads[i] + v.thread_in_group[i];
  }
  v.simd_size = job.simd;
  v.lane = index % job.simd;
  v.simd_index = index / job.simd;
  v.simd_count = static_cast<unsigned>(g->simds.size());
  shim::invoke();
  g->simds[v.simd_index]->set(v.lane, State::done);
  std::lock_guard<std::mutex> hold(g->mutex);
  g->live--;
  g->open();
}

void run_group(unsigned n) {
  unsigned position[3] = {n % job.groups[0], n / job.groups[0] % job.groups[1], n / job.groups[0] / job.groups[1]};
  unsigned total = job.threads[0] * job.threads[1] * job.threads[2];
  Group g;
  g.live = total;
  for (unsigned i = 0; i < total; i += job.simd) {
    g.simds.push_back(std::make_unique<Simd>());
    g.simds.back()->lanes.resize(total - i < job.simd ? total - i : job.simd);
  }
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < total; i++) threads.emplace_back(run_invocation, &g, position, i);
  for (auto &t : threads) t.join();
}

void read_job(const char *name) {
  std::ifstream in(name);
  if (!in) fail(std::string("cannot read ") + name);
  std::string line, word;
  while (std::getline(in, line)) {
    std::istringstream s(line);
    unsigned index = 0;
    size_t size = 0;
    std::string file;
    s >> word;
    if (word == "groups") s >> job.groups[0] >> job.groups[1] >> job.groups[2];
    else if (word == "threads") s >> job.threads[0] >> job.threads[1] >> job.threads[2];
    else if (word == "simd") s >> job.simd;
    else if (word == "concurrent") s >> job.concurrent;
    else if (word == "threadgroup") { s >> index >> size; job.threadgroup[index] = size; }
    else if (word == "buffer") {
      s >> index >> size >> file;
      job.buffers.try_emplace(index, size).first->second.load(file);
    } else if (word == "sampler") {
      shim::Sampler state = {};
      s >> index >> state.linear >> state.address >> state.compare;
      job.samplers[index] = state;
    } else if (word == "address") {
      unsigned of = 0;
      size_t offset = 0, plus = 0;
      s >> index >> offset >> of >> plus;
      unsigned long long address = reinterpret_cast<unsigned long long>(job.buffers.at(of).data.get()) + plus;
      if (offset + sizeof address > job.buffers.at(index).size) fail("bad address: " + line);
      std::memcpy(job.buffers.at(index).data.get() + offset, &address, sizeof address);
    } else if (word == "texture") {
      shim::Texture t = {};
      s >> index >> t.width >> t.height >> t.depth >> t.channels >> t.element >> file;
      Memory &m = job.texels.try_emplace(index, size_t(t.width) * t.height * t.depth * t.channels * t.element).first->second;
      m.load(file);
      t.data = m.data.get();
      job.textures[index] = t;
    } else fail("unknown line: " + line);
    if (!s) fail("bad line: " + line);
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) fail("one argument: the job");
  read_job(argv[1]);
  unsigned groups = job.groups[0] * job.groups[1] * job.groups[2];
  // Runner i runs groups i, i + concurrent, …: a shared counter would order groups
  // that nothing in the kernel orders, and hide races from ThreadSanitizer.
  std::vector<std::thread> runners;
  for (unsigned i = 0; i < job.concurrent && i < groups; i++)
    runners.emplace_back([=] {
      for (unsigned n = i; n < groups; n += job.concurrent) run_group(n);
    });
  for (auto &t : runners) t.join();
  for (auto &b : job.buffers) b.second.store();
  for (auto &t : job.texels) t.second.store();
  return 0;
}
