/*
 * The linear memory of the fast engine, for TypeScript and for the AssemblyScript core (assembly/evm): only
 * integer constants without type annotations, because both compilers read this file. docs/evm.md has a
 * drawing. A 256-bit word is four little-endian 64-bit limbs, low first.
 */

// --- Registers: the state of the session that is not part of a frame ---------------------------------------
/** u32: journal records in use. */
export const JOURNAL_LENGTH = 0x00
/** u32: storage cells in use. */
export const CELL_COUNT = 0x04
/** u32: logs of the surviving frames, drained ones included. */
export const LOG_COUNT = 0x08
/** u32: how many of these logs, oldest first, the session has moved out of the buffer. */
export const LOG_DRAINED = 0x0c
/** u32: bytes of the log buffer in use. */
export const LOG_TOP = 0x10
/** u32: set just before the core traps because one of its fixed regions is full. */
export const EXHAUSTED = 0x14
/** u32: first address behind the memory of frames; the return-data buffer follows. */
export const ARENA_END = 0x18
/** u32: maximum bytes of the arena that frames have used. */
export const ARENA_USED = 0x1c
/** u32 each: the return-data buffer that all frames share. */
export const RETURN_DATA = 0x20
export const RETURN_DATA_SIZE = 0x24
/** u32: the frame to which an exit of `run` belongs. */
export const INNERMOST_FRAME = 0x28
/**
 * u32: the core makes no calls itself from the frame at this address or from deeper ones: it is at the depth
 * limit.
 */
export const DIRECT_CALL_LIMIT = 0x2c
/** i64: gas of logs and writes beyond their work, also of frames that failed. */
export const EXCESS_GAS = 0x30

// --- The block and transaction, one word each in the order of their opcodes --------------------------------
export const ORIGIN_WORD = 0x100
export const GAS_PRICE_WORD = 0x120
export const COINBASE_WORD = 0x140
export const TIMESTAMP_WORD = 0x160
export const NUMBER_WORD = 0x180
export const DIFFICULTY_WORD = 0x1a0
export const GAS_LIMIT_WORD = 0x1c0
export const CHAIN_ID_WORD = 0x1e0
export const BASE_FEE_WORD = 0x200
export const TRANSACTION_INDEX_WORD = 0x220

// --- Scratch -----------------------------------------------------------------------------------------------
/** Key and value of a storage cell on its way from the host: 32 big-endian bytes each. */
export const EXCHANGED_KEY = 0x300
export const EXCHANGED_VALUE = 0x320
export const KECCAK_STATE = 0x400
/** The product of two words, eight limbs. The two limbs below it are always zero: MULMOD divides with them. */
export const PRODUCT = 0x510
/** Three words for functions that need temporaries. */
export const TEMPORARY = 0x680
/** Always zero: stands for a page of a jump map none of whose blocks is decoded. */
export const EMPTY_PAGE = 0x700
/** Stands for the header of every block that is not decoded yet: its BLOCK_LIMIT is below any height of a stack. */
export const UNDECODED = 0x800

// --- Opcode table: what the decoder knows of each opcode under the rules in force --------------------------
export const OPCODE_TABLE = 0x1000
export const OPCODE_ENTRY_SIZE = 8
/** u32 gas charged with the block, u8 pops, u8 pushes, u8 action, u8 flow. */
export const OPCODE_GAS = 0
export const OPCODE_POPS = 4
export const OPCODE_PUSHES = 5
export const OPCODE_ACTION = 6
export const OPCODE_FLOW = 7

export const ACTION_RUN = 0
export const ACTION_HOST = 1
export const ACTION_MACHINE = 2
export const ACTION_INVALID = 3
/** Only the reference engine has this instruction. */
export const ACTION_REFERENCE = 4

export const FLOW_NEXT = 0
/** The block ends: gas must be exact after the instruction, or the instruction may jump. */
export const FLOW_BLOCK = 1
/** The instruction never continues with the next one. */
export const FLOW_END = 2

/** Constants of the compiled core; scripts/build-wasm.mjs passes this address to the compiler. */
export const STATIC_DATA = 0x2000

// --- Remembered hashes of mapping and array slots ----------------------------------------------------------
export const PAIR_MEMO = 0x10000
export const PAIR_MEMO_ENTRIES = 4096
/** 64 bytes of input, the hash as a word, a u32 that is 1 when the entry is in use. */
export const PAIR_MEMO_ENTRY_SIZE = 128
export const SMALL_MEMO = 0x90000
export const SMALL_MEMO_ENTRIES = 64
/** The hash as a word, u64 slot number + 1. */
export const SMALL_MEMO_ENTRY_SIZE = 48

// --- Accounts whose code may be called within the core, by a mixture of their address's low bits -----------
export const CALLEES = 0x98000
export const CALLEE_PLACE_BITS = 8
/**
 * The address as a word; u32 each: account number, then the decoded code. CALLEE_ENTRY is 0 when the place is
 * free.
 */
export const CALLEE_SIZE = 64
export const CALLEE_ACCOUNT = 32
export const CALLEE_CODE = 36
export const CALLEE_CODE_LENGTH = 40
export const CALLEE_JUMP_MAP = 44
export const CALLEE_ENTRY = 48

// --- Frame contexts ----------------------------------------------------------------------------------------
export const FRAMES = 0xa0000
export const FRAME_SIZE = 256
/** The top frame and 1024 below it, the depth limit before RSKIP150. */
export const FRAME_LIMIT = 1025

/** u32: next instruction. */
export const FRAME_INSTRUCTION = 0
/** u32: first free stack slot. */
export const FRAME_STACK = 4
/** i64: gas left. */
export const FRAME_GAS = 8
/** i64: the core pauses at the first block that leaves less gas than this. */
export const FRAME_PAUSE_BELOW = 16
export const FRAME_STACK_BASE = 24
export const FRAME_MEMORY = 28
export const FRAME_MEMORY_SIZE = 32
export const FRAME_CODE = 36
export const FRAME_CODE_LENGTH = 40
export const FRAME_JUMP_MAP = 44
export const FRAME_INPUT = 48
export const FRAME_INPUT_LENGTH = 52
export const FRAME_RETURN_DATA = 56
export const FRAME_RETURN_DATA_LENGTH = 60
/** u32: number of the account whose storage the frame works on. */
export const FRAME_ACCOUNT = 64
export const FRAME_STATIC = 68
/** u32: opcode of the instruction that left the core for the host or the machine. */
export const FRAME_OPCODE = 72
export const FRAME_OUTPUT = 76
export const FRAME_OUTPUT_LENGTH = 80
/** u32: 1 if the frame runs init code. */
export const FRAME_CREATES = 84
/** i64: SSTORE refunds. */
export const FRAME_REFUND = 88
export const FRAME_ADDRESS = 96
export const FRAME_CALLER = 128
export const FRAME_VALUE = 160
/**
 * u32: the place in CALLEES if the core opened the frame itself, else 0. The next three are valid only in
 * that case.
 */
export const FRAME_CALLEE = 192
/** u32: length of the journal when the frame opened. */
export const FRAME_MARK = 196
/** u32 each: the region of the caller's memory that receives the output. */
export const FRAME_WANTED = 200
export const FRAME_WANTED_LENGTH = 204

// --- Why `run` returned ------------------------------------------------------------------------------------
export const EXIT_STOP = 1
export const EXIT_RETURN = 2
export const EXIT_REVERT = 3
export const EXIT_OUT_OF_GAS = 4
export const EXIT_INVALID_JUMP = 5
export const EXIT_STACK_UNDERFLOW = 6
export const EXIT_STACK_OVERFLOW = 7
export const EXIT_INVALID_OPCODE = 8
export const EXIT_STATIC = 9
export const EXIT_RETURN_DATA = 10
/** A host instruction (FRAME_OPCODE) whose gas is paid; its operands are on the stack. */
export const EXIT_HOST = 16
/**
 * A call, creation or self-destruction (FRAME_OPCODE) whose gas is not paid; its operands are on the stack.
 */
export const EXIT_MACHINE = 17
/** Gas fell below FRAME_PAUSE_BELOW at the start of a block; `run` continues the frame. */
export const EXIT_PAUSE = 18
export const EXIT_REFERENCE = 19
/** The code needs another chunk for the block at which the frame goes on. */
export const EXIT_ROOM = 20

// --- Decoded instructions ----------------------------------------------------------------------------------
export const INSTRUCTION_SIZE = 16
/** u16 operation, u16 whether a jump only continues with the next instruction, u32 jump target, u64 immediate. */
export const INSTRUCTION_CONTINUES = 2
export const INSTRUCTION_TARGET = 4
export const INSTRUCTION_IMMEDIATE = 8
/** A block header takes two instructions. */
export const BLOCK_SIZE = 32
/** u16: bytes of stack the block needs at its start. */
export const BLOCK_NEED = 2
/** i32: maximum bytes of stack at its start. */
export const BLOCK_LIMIT = 4
/** u32: constant gas of its instructions. */
export const BLOCK_GAS = 8
/** Zeros the decoder reads after the code: the data of a PUSH32 cut short. */
export const CODE_PADDING = 48

// --- Code: a header, the bytes, the lines of its jump map, and chunks of decoded instructions --------------
/** The header precedes the bytes. u32 each: where the next block is decoded, and the end of its chunk. */
export const CODE_HEADER_SIZE = 64
export const CODE_NEXT = 0
export const CODE_END = 4
/** A line is for 64 bytes of code: a bit for each that is a jump destination, the u32 address of its page. */
export const LINE_SIZE = 16
export const LINE_DESTINATIONS = 0
export const LINE_PAGE = 8
/** u32 for each byte of code: the address of its block if that is decoded. */
export const PAGE_SIZE = 256

// --- Storage cells and journal -----------------------------------------------------------------------------
/** Open-addressing index of u32 cell addresses, 0 when free; at most half full. */
export const CELL_INDEX = 0x100000
export const CELL_INDEX_ENTRIES = 0x100000
export const JOURNAL = 0x500000
export const JOURNAL_LIMIT = 0x40000
/** u32 cell address, or 0 for a log; u32 log top before the log; the cell's value before the write. */
export const JOURNAL_RECORD_SIZE = 48
export const JOURNAL_CELL = 0
export const JOURNAL_LOG_TOP = 4
export const JOURNAL_VALUE = 8
export const CELLS = 0x1100000
export const CELL_LIMIT = 0x80000
export const CELL_SIZE = 128
export const CELL_KEY = 0
export const CELL_VALUE = 32
/** The value in the host. */
export const CELL_ORIGINAL = 64
export const CELL_ACCOUNT = 96
/** u32: its place in the index. */
export const CELL_INDEX_PLACE = 100
/** u32: 1 once a frame wrote it, rolled back or not (RSKIP144 counts both). */
export const CELL_WRITTEN = 104

// --- Logs --------------------------------------------------------------------------------------------------
export const LOG_BUFFER = 0x5100000
export const LOG_BUFFER_SIZE = 0x2000000
/** u32 account number, u32 number of topics, u32 length of the data; then topics and data, big-endian. */
export const LOG_HEADER_SIZE = 16
export const LOG_ACCOUNT = 0
export const LOG_TOPICS = 4
export const LOG_DATA_LENGTH = 8

// --- Stacks, code and the arena of frames ------------------------------------------------------------------
/** Each stack starts where the caller's ends: FRAME_LIMIT full stacks fit. */
export const STACKS = 0x7100000
export const STACK_LIMIT_BYTES = 0x8000
export const CODE_REGION = 0x9200000
export const CODE_REGION_SIZE = 0x4000000
/** Per frame: copied call data, memory. The gas of the session decides the size. */
export const ARENA = 0xd200000
