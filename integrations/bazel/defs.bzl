"""slc_shader: compile a Slang kernel as a part of a Bazel build.

    load("@slc//integrations/bazel:defs.bzl", "slc_shader")

    slc_shader(
        name = "count",
        src = "count.slang",
        hdrs = ["hash.h"],
        targets = ["spirv", "hlsl"],
        includes = ["include"],
        defines = ["GROUP_SIZE=64"],
        slc = "@slc_tool//:slc",
    )

An action reads what the rule declares and nothing else: `src`, `hdrs` and the compiler. A header
that is not among `hdrs` is missing in the sandbox, and the kernel does not compile.
"""

_ENDINGS = {
    "spirv": ".spv",
    "spirv-asm": ".spvasm",
    "hlsl": ".hlsl",
    "metal": ".metal",
}

def _slc_shader_impl(ctx):
    if not ctx.attr.targets:
        fail("slc_shader: targets is empty: " + ", ".join(_ENDINGS.keys()))
    args = ctx.actions.args()
    args.add("compile")
    args.add(ctx.file.src)

    # A validator on PATH would be an input that is not declared.
    args.add("-no-validate")
    outputs = []
    for target in ctx.attr.targets:
        if target not in _ENDINGS:
            fail("slc_shader: unknown target '%s': %s" % (target, ", ".join(_ENDINGS.keys())))
        output = ctx.actions.declare_file(ctx.label.name + _ENDINGS[target])
        args.add_all(["-target", target, "-o", output])
        outputs.append(output)
    if ctx.attr.reflection:
        reflection = ctx.actions.declare_file(ctx.label.name + ".json")
        args.add_all(["-reflection-json", reflection])
        outputs.append(reflection)
    for entry in ctx.attr.entries:
        args.add_all(["-entry", entry])
    for define in ctx.attr.defines:
        args.add_all(["-D", define])
    for include in ctx.attr.includes:
        for root in ["", ctx.bin_dir.path]:  # sources, and headers that other rules make
            parts = [p for p in [root, ctx.label.workspace_root, ctx.label.package, include] if p]
            args.add_all(["-I", "/".join(parts)])
    for profile in ctx.attr.profiles:
        args.add_all(["-profile", profile])
    args.add_all(ctx.attr.opts)
    ctx.actions.run(
        executable = ctx.executable.slc,
        arguments = [args],
        inputs = depset([ctx.file.src] + ctx.files.hdrs),
        outputs = outputs,
        mnemonic = "SlcCompile",
        progress_message = "Compiling %{label} with slc",
    )
    return [DefaultInfo(files = depset(outputs))]

slc_shader = rule(
    implementation = _slc_shader_impl,
    doc = "Compiles a kernel; gives one file a target.",
    attrs = {
        "src": attr.label(allow_single_file = [".slang"], mandatory = True, doc = "the kernel"),
        "hdrs": attr.label_list(allow_files = True, doc = "every file that it includes or imports"),
        "targets": attr.string_list(mandatory = True, doc = "spirv, spirv-asm, hlsl, metal"),
        "entries": attr.string_list(doc = "entry points; default: all of the file"),
        "defines": attr.string_list(doc = "macros, NAME or NAME=VALUE"),
        "includes": attr.string_list(doc = "include directories, relative to the package"),
        "profiles": attr.string_list(doc = "such as spirv_1_6"),
        "opts": attr.string_list(doc = "further options of slc compile"),
        "reflection": attr.bool(doc = "also write NAME.json: bindings, layouts, entry points"),
        "slc": attr.label(executable = True, cfg = "exec", mandatory = True, doc = "the compiler"),
    },
)
