package metal

import (
	"strconv"
	"strings"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// row is how MSL spells an intrinsic. text is the name of a function or a
// template with $0, $1 … for the operands ($T the result type, $E its element
// type, $U the unsigned type of the operand, $Z a zero of its element type, $B its number of bits less one, $L
// the index of the own lane); an operand that it names twice gets a temporary. alt is the spelling for other operand types, see spelling.
type row struct {
	text   string
	alt    string
	helper string
	lane   bool // needs the index of the own lane
	wave   kinds
}

// kinds says which types a SIMD-group function exchanges: numbers of up to 32 bits.
type kinds uint8

const (
	anyKind kinds = iota
	lanes         // numbers; bool travels as uint
	numbers       // numbers only
)

// intrinsics is one row an operation; a row without text says that MSL lacks the
// operation.
var intrinsics = [builtin.NumOps]row{
	builtin.OpAbs:             {text: "abs"},
	builtin.OpSign:            {text: "$T(sign($0))", alt: "$T($0 > 0) - $T($0 < 0)"},
	builtin.OpMin:             {text: "min"},
	builtin.OpMax:             {text: "max"},
	builtin.OpClamp:           {text: "clamp"},
	builtin.OpSaturate:        {text: "saturate"},
	builtin.OpFloor:           {text: "floor"},
	builtin.OpCeil:            {text: "ceil"},
	builtin.OpTrunc:           {text: "trunc"},
	builtin.OpRound:           {text: "rint"},
	builtin.OpFrac:            {text: "fract"},
	builtin.OpFmod:            {text: "fmod"},
	builtin.OpFloorMod:        {text: "$0 - $1 * floor($0 / $1)"},
	builtin.OpModf:            {text: "modf"},
	builtin.OpFrexp:           {text: "frexp"},
	builtin.OpLdexp:           {text: "ldexp", alt: "$0 * exp2($1)"},
	builtin.OpSqrt:            {text: "sqrt"},
	builtin.OpRsqrt:           {text: "rsqrt"},
	builtin.OpRcp:             {text: "$T(1.0f) / $0"},
	builtin.OpPow:             {text: "pow"},
	builtin.OpExp:             {text: "exp"},
	builtin.OpExp2:            {text: "exp2"},
	builtin.OpLog:             {text: "log"},
	builtin.OpLog2:            {text: "log2"},
	builtin.OpLog10:           {text: "log10"},
	builtin.OpSin:             {text: "sin"},
	builtin.OpCos:             {text: "cos"},
	builtin.OpTan:             {text: "tan"},
	builtin.OpSincos:          {text: "$1 = sincos($0, $2)"},
	builtin.OpAsin:            {text: "asin"},
	builtin.OpAcos:            {text: "acos"},
	builtin.OpAtan:            {text: "atan"},
	builtin.OpAtan2:           {text: "atan2"},
	builtin.OpSinh:            {text: "sinh"},
	builtin.OpCosh:            {text: "cosh"},
	builtin.OpTanh:            {text: "tanh"},
	builtin.OpAsinh:           {text: "asinh"},
	builtin.OpAcosh:           {text: "acosh"},
	builtin.OpAtanh:           {text: "atanh"},
	builtin.OpDegrees:         {text: "$0 * $E(57.29577951308232f)"},
	builtin.OpRadians:         {text: "$0 * $E(0.017453292519943295f)"},
	builtin.OpMad:             {text: "fma", alt: "$0 * $1 + $2"},
	builtin.OpFma:             {text: "fma"},
	builtin.OpLerp:            {text: "mix"},
	builtin.OpStep:            {text: "step"},
	builtin.OpSmoothstep:      {text: "smoothstep"},
	builtin.OpIsNan:           {text: "isnan"},
	builtin.OpIsInf:           {text: "isinf"},
	builtin.OpIsFinite:        {text: "isfinite"},
	builtin.OpSelect:          {text: "$0 ? $1 : $2", alt: "select($2, $1, $0)"},
	builtin.OpAnd:             {text: "$0 && $1"},
	builtin.OpOr:              {text: "$0 || $1"},
	builtin.OpNot:             {text: "!$0"},
	builtin.OpAny:             {text: "any", alt: "any($0 != $Z)"},
	builtin.OpAll:             {text: "all", alt: "all($0 != $Z)"},
	builtin.OpDot:             {text: "dot"},
	builtin.OpCross:           {text: "cross"},
	builtin.OpLength:          {text: "length"},
	builtin.OpDistance:        {text: "distance"},
	builtin.OpNormalize:       {text: "normalize"},
	builtin.OpReflect:         {text: "reflect"},
	builtin.OpRefract:         {text: "refract"},
	builtin.OpFaceforward:     {text: "faceforward"},
	builtin.OpMul:             {text: "$0 * $1"},
	builtin.OpCountBits:       {text: "$T(popcount($0))"},
	builtin.OpFirstBitHigh:    {text: "$T($B) - $T(clz($0))", alt: "$T($B) - $T(clz($U($0 ^ ($0 >> $B))))"},
	builtin.OpFirstBitLow:     {text: "select($T(ctz($0)), $T(~0u), $0 == $Z)"},
	builtin.OpReverseBits:     {text: "reverse_bits"},
	builtin.OpBitfieldExtract: {text: "extract_bits($0, uint($1), uint($2))"},
	builtin.OpBitfieldInsert:  {text: "insert_bits($0, $1, uint($2), uint($3))"},
	builtin.OpF16ToF32:        {text: "float(as_type<half>(ushort($0)))"},
	builtin.OpF32ToF16:        {text: "uint(as_type<ushort>(half($0)))"},
	builtin.OpDot4AddU8:       {text: "slc_dot4_add_u8", helper: "slc_dot4_add_u8"},
	builtin.OpDot4AddI8:       {text: "slc_dot4_add_i8", helper: "slc_dot4_add_i8"},
	builtin.OpDot2Add:         {text: "$2 + float($0.x) * float($1.x) + float($0.y) * float($1.y)"},
	builtin.OpPackU8:          {text: "as_type<uint>(uchar4($0))"},
	builtin.OpPackS8:          {text: "as_type<uint>(char4($0))"},
	builtin.OpPackClampU8:     {text: "as_type<uint>(uchar4(clamp(int4($0), int4(0), int4(255))))"},
	builtin.OpPackClampS8:     {text: "as_type<uint>(char4(clamp(int4($0), int4(-128), int4(127))))"},
	builtin.OpUnpackU8:        {text: "$T(as_type<uchar4>($0))"},
	builtin.OpUnpackS8:        {text: "$T(as_type<char4>($0))"},
	builtin.OpPackHalf2x16:    {text: "as_type<uint>(half2($0))"},
	builtin.OpUnpackHalf2x16:  {text: "float2(as_type<half2>($0))"},
	builtin.OpPackUnorm2x16:   {text: "pack_float_to_unorm2x16"},
	builtin.OpUnpackUnorm2x16: {text: "unpack_unorm2x16_to_float"},
	builtin.OpPackSnorm2x16:   {text: "pack_float_to_snorm2x16"},
	builtin.OpUnpackSnorm2x16: {text: "unpack_snorm2x16_to_float"},
	builtin.OpPackUnorm4x8:    {text: "pack_float_to_unorm4x8"},
	builtin.OpUnpackUnorm4x8:  {text: "unpack_unorm4x8_to_float"},
	builtin.OpPackSnorm4x8:    {text: "pack_float_to_snorm4x8"},
	builtin.OpUnpackSnorm4x8:  {text: "unpack_snorm4x8_to_float"},
	builtin.OpNonUniform:      {text: "$0"},

	builtin.OpWaveIsFirstLane:  {text: "simd_is_first()"},
	builtin.OpWaveActiveMask:   {text: "slc_lanes(simd_vote::vote_t(simd_active_threads_mask()))", helper: "slc_lanes"},
	builtin.OpWaveActiveMask32: {text: "uint(simd_vote::vote_t(simd_active_threads_mask()))"},
	builtin.OpWaveAllTrue:      {text: "simd_all"},
	builtin.OpWaveAnyTrue:      {text: "simd_any"},
	builtin.OpWaveAllEqual:     {text: "simd_all(simd_broadcast_first($0) == $0)", alt: "simd_all(all(simd_broadcast_first($0) == $0))", wave: lanes},
	builtin.OpWaveBallot:       {text: "slc_lanes(simd_vote::vote_t(simd_ballot($0)))", helper: "slc_lanes"},
	builtin.OpWaveBallot32:     {text: "uint(simd_vote::vote_t(simd_ballot($0)))"},
	builtin.OpWaveCountBits:    {text: "uint(popcount(simd_vote::vote_t(simd_ballot($0))))"},
	builtin.OpWaveSum:          {text: "simd_sum", wave: numbers},
	builtin.OpWaveProduct:      {text: "simd_product", wave: numbers},
	builtin.OpWaveMin:          {text: "simd_min", wave: numbers},
	builtin.OpWaveMax:          {text: "simd_max", wave: numbers},
	builtin.OpWaveBitAnd:       {text: "simd_and", alt: "simd_all($0)", wave: lanes},
	builtin.OpWaveBitOr:        {text: "simd_or", alt: "simd_any($0)", wave: lanes},
	builtin.OpWaveBitXor:       {text: "simd_xor", alt: "(popcount(simd_vote::vote_t(simd_ballot($0))) & 1) != 0", wave: lanes},

	builtin.OpWavePrefixSum:        {text: "simd_prefix_exclusive_sum", wave: numbers},
	builtin.OpWavePrefixProduct:    {text: "simd_prefix_exclusive_product", wave: numbers},
	builtin.OpWaveInclusiveSum:     {text: "simd_prefix_inclusive_sum", wave: numbers},
	builtin.OpWaveInclusiveProduct: {text: "simd_prefix_inclusive_product", wave: numbers},
	builtin.OpWavePrefixCountBits:  {text: "uint(popcount(simd_vote::vote_t(simd_ballot($0)) & ~(~0ul << $L)))", lane: true},

	builtin.OpWaveReadLaneFirst:   {text: "simd_broadcast_first", wave: lanes},
	builtin.OpWaveReadLaneAt:      {text: "simd_broadcast($0, ushort($1))", alt: "simd_shuffle($0, ushort($1))", wave: lanes},
	builtin.OpWaveBroadcast:       {text: "simd_broadcast($0, ushort($1))", alt: "simd_shuffle($0, ushort($1))", wave: lanes},
	builtin.OpWaveShuffle:         {text: "simd_shuffle($0, ushort($1))", wave: lanes},
	builtin.OpWaveShuffleXor:      {text: "simd_shuffle_xor($0, ushort($1))", wave: lanes},
	builtin.OpWaveShuffleUp:       {text: "simd_shuffle_up($0, ushort($1))", wave: lanes},
	builtin.OpWaveShuffleDown:     {text: "simd_shuffle_down($0, ushort($1))", wave: lanes},
	builtin.OpWaveRotate:          {text: "simd_shuffle_rotate_down($0, ushort($1))", wave: lanes},
	builtin.OpWaveClusteredRotate: {text: "simd_shuffle($0, ushort(($L & ~($2 - 1u)) | (($L + $1) & ($2 - 1u))))", wave: lanes, lane: true},

	builtin.OpWaveInverseBallot:    {text: "slc_ballot_bit($0, $L)", helper: "slc_ballot_bit", lane: true},
	builtin.OpWaveBallotBitExtract: {text: "slc_ballot_bit", helper: "slc_ballot_bit"},
	builtin.OpWaveBallotBitCount:   {text: "slc_ballot_count", helper: "slc_ballot_count"},
	builtin.OpWaveBallotInclusive:  {text: "slc_ballot_count($0 & slc_lanes(~(~0ul << $L << 1)))", helper: "slc_ballot_count", lane: true},
	builtin.OpWaveBallotExclusive:  {text: "slc_ballot_count($0 & slc_lanes(~(~0ul << $L)))", helper: "slc_ballot_count", lane: true},
	builtin.OpWaveBallotFindLSB:    {text: "slc_ballot_lsb", helper: "slc_ballot_lsb"},
	builtin.OpWaveBallotFindMSB:    {text: "slc_ballot_msb", helper: "slc_ballot_msb"},

	builtin.OpQuadReadAt:             {text: "quad_broadcast($0, ushort($1))", alt: "quad_shuffle($0, ushort($1))", wave: lanes},
	builtin.OpQuadReadAcrossX:        {text: "quad_shuffle_xor($0, ushort(1))", wave: lanes},
	builtin.OpQuadReadAcrossY:        {text: "quad_shuffle_xor($0, ushort(2))", wave: lanes},
	builtin.OpQuadReadAcrossDiagonal: {text: "quad_shuffle_xor($0, ushort(3))", wave: lanes},
	builtin.OpQuadAny:                {text: "quad_any"},
	builtin.OpQuadAll:                {text: "quad_all"},
}

// Intrinsic spells an intrinsic by its row.
func (e *emitter) Intrinsic(f *text.Func, in *ir.Instr) text.Expr {
	if _, ok := text.SystemIn(in); ok {
		return e.System(f, in)
	}
	switch in.Intrinsic {
	case builtin.OpTextureDimensions, builtin.OpTextureDimensionsMip:
		return e.dimensions(f, in)
	}
	if builtin.IsTexture(in.Intrinsic) {
		return e.sample(f, in)
	}
	r := &intrinsics[in.Intrinsic]
	if r.text == "" {
		if in.Intrinsic != builtin.OpPrintf {
			e.lacks(diag.TargetUnsupported, "operation '%s'%s", in.Function(), onType(in))
			return text.Atom("0")
		}
		return text.Expr{}
	}
	if r.wave != anyKind && !exchangeable(in) {
		e.lacks(diag.TargetUnsupported, "operation '%s'%s", in.Function(), onType(in))
		return text.Atom("0")
	}
	f.UseHelper(r.helper)
	return e.spell(f, in, r)
}

func onType(in *ir.Instr) string {
	if len(in.Args) == 0 {
		return ""
	}
	return " on '" + in.Args[0].ValueType().String() + "'"
}

// exchangeable reports whether SIMD-group functions take the operand.
func exchangeable(in *ir.Instr) bool {
	s := types.ElemScalar(in.Args[0].ValueType())
	return s != nil && s.Bits <= 32
}

// spelling picks the row's text for the operand types.
func spelling(in *ir.Instr, r *row) string {
	if r.alt == "" || len(in.Args) == 0 {
		return r.text
	}
	t := in.Args[0].ValueType()
	s := types.ElemScalar(t)
	other := false
	switch in.Intrinsic {
	case builtin.OpSign, builtin.OpMad:
		other = !s.Kind.IsFloat()
	case builtin.OpLdexp:
		other = types.ElemScalar(in.Args[1].ValueType()).Kind.IsFloat()
	case builtin.OpSelect, builtin.OpWaveAllEqual:
		other = types.NumComponents(t) > 1
	case builtin.OpAny, builtin.OpAll:
		other = s != types.Bool
	case builtin.OpFirstBitHigh:
		other = s.Kind.IsSigned()
	case builtin.OpWaveReadLaneAt, builtin.OpWaveBroadcast, builtin.OpQuadReadAt:
		other = !sameLane(in.Args[1])
	case builtin.OpWaveBitAnd, builtin.OpWaveBitOr, builtin.OpWaveBitXor:
		other = votes(in)
	}
	if other {
		return r.alt
	}
	return r.text
}

// sameLane reports whether all lanes see the same value: a broadcast needs that, a shuffle does not (MSL 6.9.2).
func sameLane(v ir.Value) bool {
	if in, ok := v.(*ir.Instr); ok {
		return in.Op == ir.OpIntrinsic && in.Intrinsic == builtin.OpWaveReadLaneFirst
	}
	_, constant := v.(*ir.Const)
	return constant
}

// spell fills a row with the operands.
func (e *emitter) spell(f *text.Func, in *ir.Instr, r *row) text.Expr {
	tmpl := spelling(in, r)
	args := make([]text.Expr, len(in.Args))
	for i, a := range in.Args {
		switch _, ref := a.ValueType().(*types.Ref); {
		case ref:
			args[i] = f.Path(text.PlaceOf(a))
		case text.Uses(tmpl, i) > 1:
			args[i] = f.Named(a)
		default:
			args[i] = f.Value(a)
		}
	}
	if types.NumComponents(in.Type) > 1 { // the scalar spelling of a conversion, widened
		tmpl = e.widened(in, tmpl)
	}
	boolean := r.wave == lanes && !votes(in) && types.ElemScalar(in.Args[0].ValueType()) == types.Bool
	if boolean { // bool travels as uint
		args[0] = text.Call(e.Type(types.WithElem(in.Args[0].ValueType(), types.Uint)), args[0])
	}
	x := e.fill(f, in, tmpl, args)
	if boolean {
		return text.Call(e.Type(in.Type), x)
	}
	return x
}

// votes reports the operations on bool that MSL has a vote for.
func votes(in *ir.Instr) bool {
	switch in.Intrinsic {
	case builtin.OpWaveBitAnd, builtin.OpWaveBitOr, builtin.OpWaveBitXor:
		return in.Args[0].ValueType() == types.Type(types.Bool)
	}
	return false
}

// widened makes the vector form of the conversions between half and its bits.
func (e *emitter) widened(in *ir.Instr, tmpl string) string {
	if in.Intrinsic != builtin.OpF16ToF32 && in.Intrinsic != builtin.OpF32ToF16 {
		return tmpl
	}
	n := string(rune('0' + types.NumComponents(in.Type)))
	return strings.NewReplacer("float(", "float"+n+"(", "half>", "half"+n+">", "ushort(", "ushort"+n+"(",
		"uint(", "uint"+n+"(", "ushort>", "ushort"+n+">", "half(", "half"+n+"(").Replace(tmpl)
}

func (e *emitter) fill(f *text.Func, in *ir.Instr, tmpl string, args []text.Expr) text.Expr {
	if !strings.ContainsAny(tmpl, "$(") {
		return text.Call(tmpl, args...)
	}
	if in.IsValue() && strings.Contains(tmpl, "$T") {
		tmpl = strings.ReplaceAll(tmpl, "$T", e.Type(in.Type))
	}
	if strings.Contains(tmpl, "$E") {
		tmpl = strings.ReplaceAll(tmpl, "$E", e.Type(types.ElemScalar(in.Type)))
	}
	if strings.Contains(tmpl, "$B") {
		t := in.Args[0].ValueType()
		s := types.ElemScalar(t)
		u := map[int]*types.Scalar{8: types.Uint8, 16: types.Uint16, 32: types.Uint, 64: types.Uint64}[s.Bits]
		tmpl = strings.NewReplacer("$B", strconv.Itoa(s.Bits-1), "$U", e.Type(types.WithElem(t, u))).Replace(tmpl)
	}
	if strings.Contains(tmpl, "$Z") {
		zero := e.Scalar(types.Zero(types.ElemScalar(in.Args[0].ValueType())))
		tmpl = strings.ReplaceAll(tmpl, "$Z", zero.Text)
	}
	if strings.Contains(tmpl, "$L") {
		tmpl = strings.ReplaceAll(tmpl, "$L", f.Hidden(text.Need{System: ir.LaneIndex}))
	}
	return text.Template(tmpl, args)
}
