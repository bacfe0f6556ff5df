// The operations of decoded code: opcodes the core runs itself, by their byte, and operations of the decoder.
// Untyped constants on purpose: a unit test reads this file as TypeScript and compares it with the opcode table.

export const STOP = 0x00;
export const ADD = 0x01;
export const MUL = 0x02;
export const SUB = 0x03;
export const DIV = 0x04;
export const SDIV = 0x05;
export const MOD = 0x06;
export const SMOD = 0x07;
export const ADDMOD = 0x08;
export const MULMOD = 0x09;
export const EXP = 0x0a;
export const SIGNEXTEND = 0x0b;
export const LT = 0x10;
export const GT = 0x11;
export const SLT = 0x12;
export const SGT = 0x13;
export const EQ = 0x14;
export const ISZERO = 0x15;
export const AND = 0x16;
export const OR = 0x17;
export const XOR = 0x18;
export const NOT = 0x19;
export const BYTE = 0x1a;
export const SHL = 0x1b;
export const SHR = 0x1c;
export const SAR = 0x1d;
export const SHA3 = 0x20;
export const ADDRESS = 0x30;
export const ORIGIN = 0x32;
export const CALLER = 0x33;
export const CALLVALUE = 0x34;
export const CALLDATALOAD = 0x35;
export const CALLDATASIZE = 0x36;
export const CALLDATACOPY = 0x37;
export const CODESIZE = 0x38;
export const CODECOPY = 0x39;
export const GASPRICE = 0x3a;
export const RETURNDATASIZE = 0x3d;
export const RETURNDATACOPY = 0x3e;
export const COINBASE = 0x41;
export const TIMESTAMP = 0x42;
export const NUMBER = 0x43;
export const DIFFICULTY = 0x44;
export const GASLIMIT = 0x45;
export const CHAINID = 0x46;
export const BASEFEE = 0x48;
export const POP = 0x50;
export const MLOAD = 0x51;
export const MSTORE = 0x52;
export const MSTORE8 = 0x53;
export const SLOAD = 0x54;
export const SSTORE = 0x55;
export const JUMP = 0x56;
export const JUMPI = 0x57;
export const PC = 0x58;
export const MSIZE = 0x59;
export const GAS = 0x5a;
export const JUMPDEST = 0x5b;
export const MCOPY = 0x5e;
export const PUSH0 = 0x5f;
export const PUSH1 = 0x60;
export const PUSH32 = 0x7f;
export const DUP1 = 0x80;
export const DUP16 = 0x8f;
export const SWAP1 = 0x90;
export const SWAP16 = 0x9f;
export const LOG0 = 0xa0;
export const LOG1 = 0xa1;
export const LOG2 = 0xa2;
export const LOG3 = 0xa3;
export const LOG4 = 0xa4;
export const TXINDEX = 0xaa;
export const RETURN = 0xf3;
export const REVERT = 0xfd;

// Operations of the decoder. They take the bytes of PUSH, DUP and SWAP, which have operations of their own here: the
// denser the numbers, the smaller the jump table of the interpreter (a sparse one becomes a chain of comparisons).

/** Header of a block: charges its gas and checks the stack for all its instructions. */
export const BLOCK = 0x60;
/** Leaves the core; the immediate holds the exit code, the target field the opcode. */
export const LEAVE = 0x61;
/** Pushes the 64-bit immediate. */
export const PUSH_LIMB = 0x62;
/** Pushes the word that takes the place of the next two instructions. */
export const PUSH_WORD = 0x63;
/** DUP1..16 and SWAP1..16 with the distance in bytes as immediate. */
export const DUP = 0x64;
export const SWAP = 0x65;
/** Pushes the word at the address in the immediate: the environment. */
export const PUSH_ENVIRONMENT = 0x66;
/** RETURN and REVERT with the exit code as immediate. */
export const FINISH = 0x67;

// Pairs and triples of instructions run as one; the value of a preceding PUSH is the immediate.
export const JUMP_TO = 0x68;
export const JUMPI_TO = 0x69;
/** ISZERO, PUSH, JUMPI. */
export const JUMP_UNLESS_TO = 0x6a;
export const ADD_LIMB = 0x6b;
export const AND_LIMB = 0x6c;
export const SHL_LIMB = 0x6d;
export const SHR_LIMB = 0x6e;
export const MLOAD_AT = 0x6f;
export const MSTORE_AT = 0x70;
export const MUL_LIMB = 0x71;
export const LT_LIMB = 0x72;
export const GT_LIMB = 0x73;
export const EQ_LIMB = 0x74;
/** LT, PUSH, JUMPI and its like. */
export const JUMP_IF_LT_TO = 0x75;
export const JUMP_IF_GT_TO = 0x76;
export const JUMP_IF_EQ_TO = 0x77;
/** SWAPn, POP: the top takes the place of the n-th word below it. */
export const SWAP_POP = 0x78;
// DUPn and an instruction that takes the copy; the distance in bytes is the immediate.
export const DUP_ADD = 0x79;
export const DUP_SUB = 0x7a;
export const DUP_MUL = 0x7b;
export const DUP_AND = 0x7c;
export const DUP_LT = 0x7d;
export const DUP_GT = 0x7e;
export const DUP_EQ = 0x7f;
export const DUP_MLOAD = 0x80;
export const DUP_MSTORE = 0x81;
/** Two of them. */
export const POP_POP = 0x82;
