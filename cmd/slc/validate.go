package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"time"

	"slc/lower/ir"
)

// findSpirvVal returns the path of the validator: SPIRV_VAL or the one on PATH, "" if none.
func findSpirvVal() string {
	if p := os.Getenv("SPIRV_VAL"); p != "" {
		if found, err := exec.LookPath(p); err == nil {
			return found
		}
		return ""
	}
	p, err := exec.LookPath("spirv-val")
	if err != nil {
		return ""
	}
	return p
}

// targetEnv names the Vulkan environment of a SPIR-V version: 1.6 is that of
// Vulkan 1.3, everything below is checked as Vulkan 1.2.
func targetEnv(words []byte) string {
	if len(words) > 6 && words[6] == 1 && words[5] >= 6 {
		return "vulkan1.3"
	}
	return "vulkan1.2"
}

// validateLimit bounds a run of spirv-val, whose time grows faster than the
// module: minutes for a chain of 30,000 branches.
const validateLimit = 30 * time.Second

// validateTimeout says that the validator did not finish in time.
type validateTimeout struct{}

func (validateTimeout) Error() string {
	return "spirv-val did not finish in " + validateLimit.String()
}

// spirvVal runs the validator over the words of m. It returns what the validator
// complains of, "" if nothing, and validateTimeout if it takes too long.
func spirvVal(ctx context.Context, validator string, words []byte, m *ir.Module) (string, error) {
	args := []string{"--target-env", targetEnv(words)}
	if m.ScalarBlocks() {
		args = append(args, "--scalar-block-layout")
	}
	if m.StandardUniforms() {
		args = append(args, "--uniform-buffer-standard-layout")
	}
	limited, stop := context.WithTimeout(ctx, validateLimit)
	defer stop()
	cmd := exec.CommandContext(limited, validator, append(args, "-")...)
	cmd.Stdin = bytes.NewReader(words)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return "", nil
	}
	if limited.Err() != nil && ctx.Err() == nil {
		return "", validateTimeout{}
	}
	if _, failed := err.(*exec.ExitError); !failed {
		return "", usagef("cannot run %s: %v", validator, err)
	}
	if complaint := strings.TrimSpace(string(out)); complaint != "" {
		return complaint, nil
	}
	return err.Error(), nil // it failed without a word, or was killed: not valid, either
}

// spirvOpt runs SPIRV-Tools' optimizer over a module.
func spirvOpt(ctx context.Context, words []byte) ([]byte, error) {
	dir, err := os.MkdirTemp("", "slc-opt-")
	if err != nil {
		return nil, usagef("cannot make a temporary folder: %v", err)
	}
	defer os.RemoveAll(dir)
	in, out := dir+"/in.spv", dir+"/out.spv"
	if err := os.WriteFile(in, words, 0o600); err != nil {
		return nil, usagef("cannot write %v", cause(err))
	}
	msg, err := exec.CommandContext(ctx, "spirv-opt", "-O", "--target-env="+targetEnv(words), in, "-o", out).CombinedOutput()
	if err != nil {
		return nil, usagef("-spirv-opt: %v %s", err, strings.TrimSpace(string(msg)))
	}
	return os.ReadFile(out)
}
