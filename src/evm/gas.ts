/*
 * Every gas figure of the machine, for TypeScript and for the AssemblyScript core (assembly/evm): only
 * integer constants without type annotations, because both compilers read this file. Rootstock did not adopt
 * EIP-1884, EIP-2200, EIP-2929 and EIP-3529.
 */

// --- The price classes of the Yellow Paper, appendix G -----------------------------------------------------
export const ZERO_GAS = 0
export const BASE_GAS = 2
export const VERY_LOW_GAS = 3
export const LOW_GAS = 5
export const MID_GAS = 8
export const HIGH_GAS = 10

// --- Single instructions -----------------------------------------------------------------------------------
export const JUMP_DESTINATION_GAS = 1
export const BALANCE_GAS = 400
export const EXTERNAL_CODE_GAS = 700
export const EXTERNAL_CODE_HASH_GAS = 400
export const BLOCK_HASH_GAS = 20
export const EXP_GAS = 10
/** Per significant byte of the exponent. */
export const EXP_BYTE_GAS = 50
export const KECCAK_GAS = 30
/** Per word of hashed memory, begun words included. */
export const KECCAK_WORD_GAS = 6
/** Per word that a copying instruction writes, begun words included. */
export const COPY_WORD_GAS = 3
export const LOG_GAS = 375
export const LOG_TOPIC_GAS = 375
export const LOG_BYTE_GAS = 8

// --- Storage -----------------------------------------------------------------------------------------------
export const STORAGE_LOAD_GAS = 200
export const STORAGE_WRITE_GAS = 5000
/** Added to STORAGE_WRITE_GAS when an empty cell gets a value: 20000 in total. */
export const STORAGE_SET_GAS = 15000
export const TRANSIENT_STORAGE_GAS = 100

// --- Calls, creations and self-destruction -----------------------------------------------------------------
export const CALL_GAS = 700
export const CALL_VALUE_GAS = 9000
export const NEW_ACCOUNT_GAS = 25000
/** Given to the callee of a call with value, and paid by the caller. */
export const CALL_STIPEND = 2300
export const CREATE_GAS = 32000
/** Per word of init code (RSKIP438). */
export const INIT_CODE_WORD_GAS = 2
export const CODE_DEPOSIT_BYTE_GAS = 200
export const SELF_DESTRUCT_GAS = 5000

// --- Refunds: the executor gives back at most half of the gas used -----------------------------------------
export const STORAGE_CLEAR_REFUND = 15000
export const SELF_DESTRUCT_REFUND = 24000

// --- Memory: w words cost MEMORY_WORD_GAS * w + w * w / MEMORY_SQUARE_DIVISOR ------------------------------
export const MEMORY_WORD_GAS = 3
export const MEMORY_SQUARE_DIVISOR = 512
/** Maximum end of a memory region, 1 GiB: a frame that needs more is out of gas, whatever gas it has. */
export const MEMORY_LIMIT = 0x40000000

// --- Work: what counts of the gas that pays for keeping data, in gas of instructions that only compute (docs/prices.md) -----
export const LOG_WORK = 10
export const LOG_TOPIC_WORK = 8
/** Gas for 2^3 bytes, begun ones not included. */
export const LOG_BYTE_WORK_SHIFT = 3
/** The first write of a cell in an execution; its value may have to be found in a folder, which takes up to 0.1 ms. */
export const FIRST_WRITE_WORK = 4000
/** The same by init code, whose account has no cells to be found. */
export const FIRST_WRITE_IN_CREATION_WORK = 300
export const STORAGE_WRITE_WORK = 10
export const CREATE_WORK = 3000
/** Per byte of init code, which is decoded. */
export const INIT_CODE_BYTE_WORK = 1
/** Per byte of deployed code, which is hashed. */
export const CODE_DEPOSIT_BYTE_WORK = 1
/** Added for each log and write under a tracer of more than calls: the reference engine takes ten times as long for it. */
export const TRACED_WORK = 100
export const CALL_VALUE_WORK = 300
/** The account has to be looked for, as a cell. */
export const NEW_ACCOUNT_WORK = 2000
