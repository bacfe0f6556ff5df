// The operations of decoded code: the opcodes that the core runs itself, by their byte, and the operations
// that only the decoder makes.
//
// The latter use the bytes of PUSH, DUP and SWAP, which decode to operations of their own. The denser the
// numbers, the smaller the jump table of the interpreter: the compiler turns a sparse table into a chain of
// comparisons.
export * from '../../src/evm/opcodeBytes'

/** Header of a block: charges its gas and checks the stack for all its instructions. */
export const BLOCK = 0x60
/** Leaves the core; the immediate holds the exit code, the target field the opcode. */
export const LEAVE = 0x61
/** Pushes the 64-bit immediate. */
export const PUSH_LIMB = 0x62
/** Pushes the word that follows, which is as long as two instructions. */
export const PUSH_WORD = 0x63
/** DUP1..16 and SWAP1..16 with the distance in bytes as immediate. */
export const DUP = 0x64
export const SWAP = 0x65
/** Pushes the word at the address in the immediate: the environment. */
export const PUSH_ENVIRONMENT = 0x66
/** RETURN and REVERT with the exit code as immediate. */
export const FINISH = 0x67

// Pairs and triples of instructions that run as one; the immediate is the value of the PUSH among them.
export const JUMP_TO = 0x68
export const JUMPI_TO = 0x69
/** ISZERO, PUSH, JUMPI. */
export const JUMP_UNLESS_TO = 0x6a
export const ADD_LIMB = 0x6b
export const AND_LIMB = 0x6c
export const SHL_LIMB = 0x6d
export const SHR_LIMB = 0x6e
export const MLOAD_AT = 0x6f
export const MSTORE_AT = 0x70
export const MUL_LIMB = 0x71
export const LT_LIMB = 0x72
export const GT_LIMB = 0x73
export const EQ_LIMB = 0x74
/** LT, PUSH, JUMPI; the next two are the same for GT and EQ. */
export const JUMP_IF_LT_TO = 0x75
export const JUMP_IF_GT_TO = 0x76
export const JUMP_IF_EQ_TO = 0x77
/** SWAPn, POP: moves the top word to the place of the n-th word below it. */
export const SWAP_POP = 0x78

// DUPn and an instruction that consumes the copy; the immediate is the distance in bytes.
export const DUP_ADD = 0x79
export const DUP_SUB = 0x7a
export const DUP_MUL = 0x7b
export const DUP_AND = 0x7c
export const DUP_LT = 0x7d
export const DUP_GT = 0x7e
export const DUP_EQ = 0x7f
export const DUP_MLOAD = 0x80
export const DUP_MSTORE = 0x81
/** POP, POP. */
export const POP_POP = 0x82
