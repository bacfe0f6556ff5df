import {
  BALANCE_GAS,
  BASE_GAS,
  BLOCK_HASH_GAS,
  EXP_GAS,
  EXTERNAL_CODE_GAS,
  EXTERNAL_CODE_HASH_GAS,
  HIGH_GAS,
  JUMP_DESTINATION_GAS,
  KECCAK_GAS,
  LOG_GAS,
  LOG_TOPIC_GAS,
  LOW_GAS,
  MID_GAS,
  STORAGE_LOAD_GAS,
  STORAGE_WRITE_GAS,
  TRANSIENT_STORAGE_GAS,
  VERY_LOW_GAS,
  ZERO_GAS,
} from './gas.ts'
import * as op from './opcodeBytes.ts'
import type { EvmRules } from './rules.ts'

/*
 * The table of instructions, for both engines. `gas` is the constant part of the price; each instruction
 * charges for its operands, memory and state itself. Instructions with the flow `system` cost 0 here: the
 * machine charges their whole price.
 */

/**
 * How the instruction leaves: to the `next` one, by `jump` (always) or `branch` (perhaps), by the `end` of
 * the frame, or to the machine (`system`).
 */
export type Flow = 'next' | 'jump' | 'branch' | 'end' | 'system'

type Rule = Exclude<keyof EvmRules, 'id' | 'codeSizeLimit'>

interface Definition {
  readonly byte: number
  readonly name: string
  readonly gas: number
  readonly pops: number
  readonly pushes: number
  readonly flow: Flow
  /**
   * Writes storage or logs, which a static frame must not. The machine checks calls, creations and
   * self-destruction.
   */
  readonly writes: boolean
  /** First rule with which the instruction exists. */
  readonly since: Rule | undefined
  /** Rule that removes the instruction. */
  readonly until: Rule | undefined
}

type Extra = Partial<Pick<Definition, 'flow' | 'writes' | 'since' | 'until'>>

const defaults = { flow: 'next', writes: false, since: undefined, until: undefined } as const

function define(
  byte: number,
  name: string,
  gas: number,
  pops: number,
  pushes: number,
  extra: Extra = {},
): Definition {
  return { ...defaults, byte, name, gas, pops, pushes, ...extra }
}

/**
 * PUSH1 to PUSH32 and the like: `count` instructions with consecutive bytes, their names numbered from
 * `start`.
 */
const series = (
  name: string,
  byte: number,
  start: number,
  count: number,
  one: (number: number) => Pick<Definition, 'gas' | 'pops' | 'pushes'> & Extra,
): Definition[] =>
  Array.from({ length: count }, (_, index) => {
    const number = start + index
    return { ...defaults, byte: byte + index, name: `${name}${number}`, ...one(number) }
  })

const system = { flow: 'system' } as const
const untilRskip191 = { until: 'rskip191' } as const

const definitions: readonly Definition[] = [
  define(op.STOP, 'STOP', ZERO_GAS, 0, 0, { flow: 'end' }),
  define(op.ADD, 'ADD', VERY_LOW_GAS, 2, 1),
  define(op.MUL, 'MUL', LOW_GAS, 2, 1),
  define(op.SUB, 'SUB', VERY_LOW_GAS, 2, 1),
  define(op.DIV, 'DIV', LOW_GAS, 2, 1),
  define(op.SDIV, 'SDIV', LOW_GAS, 2, 1),
  define(op.MOD, 'MOD', LOW_GAS, 2, 1),
  define(op.SMOD, 'SMOD', LOW_GAS, 2, 1),
  define(op.ADDMOD, 'ADDMOD', MID_GAS, 3, 1),
  define(op.MULMOD, 'MULMOD', MID_GAS, 3, 1),
  define(op.EXP, 'EXP', EXP_GAS, 2, 1),
  define(op.SIGNEXTEND, 'SIGNEXTEND', LOW_GAS, 2, 1),
  define(op.LT, 'LT', VERY_LOW_GAS, 2, 1),
  define(op.GT, 'GT', VERY_LOW_GAS, 2, 1),
  define(op.SLT, 'SLT', VERY_LOW_GAS, 2, 1),
  define(op.SGT, 'SGT', VERY_LOW_GAS, 2, 1),
  define(op.EQ, 'EQ', VERY_LOW_GAS, 2, 1),
  define(op.ISZERO, 'ISZERO', VERY_LOW_GAS, 1, 1),
  define(op.AND, 'AND', VERY_LOW_GAS, 2, 1),
  define(op.OR, 'OR', VERY_LOW_GAS, 2, 1),
  define(op.XOR, 'XOR', VERY_LOW_GAS, 2, 1),
  define(op.NOT, 'NOT', VERY_LOW_GAS, 1, 1),
  define(op.BYTE, 'BYTE', VERY_LOW_GAS, 2, 1),
  define(op.SHL, 'SHL', VERY_LOW_GAS, 2, 1, { since: 'rskip120' }),
  define(op.SHR, 'SHR', VERY_LOW_GAS, 2, 1, { since: 'rskip120' }),
  define(op.SAR, 'SAR', VERY_LOW_GAS, 2, 1, { since: 'rskip120' }),
  define(op.SHA3, 'SHA3', KECCAK_GAS, 2, 1),
  define(op.ADDRESS, 'ADDRESS', BASE_GAS, 0, 1),
  define(op.BALANCE, 'BALANCE', BALANCE_GAS, 1, 1),
  define(op.ORIGIN, 'ORIGIN', BASE_GAS, 0, 1),
  define(op.CALLER, 'CALLER', BASE_GAS, 0, 1),
  define(op.CALLVALUE, 'CALLVALUE', BASE_GAS, 0, 1),
  define(op.CALLDATALOAD, 'CALLDATALOAD', VERY_LOW_GAS, 1, 1),
  define(op.CALLDATASIZE, 'CALLDATASIZE', BASE_GAS, 0, 1),
  define(op.CALLDATACOPY, 'CALLDATACOPY', VERY_LOW_GAS, 3, 0),
  define(op.CODESIZE, 'CODESIZE', BASE_GAS, 0, 1),
  define(op.CODECOPY, 'CODECOPY', VERY_LOW_GAS, 3, 0),
  define(op.GASPRICE, 'GASPRICE', BASE_GAS, 0, 1),
  define(op.EXTCODESIZE, 'EXTCODESIZE', EXTERNAL_CODE_GAS, 1, 1),
  define(op.EXTCODECOPY, 'EXTCODECOPY', EXTERNAL_CODE_GAS, 4, 0),
  define(op.RETURNDATASIZE, 'RETURNDATASIZE', BASE_GAS, 0, 1),
  define(op.RETURNDATACOPY, 'RETURNDATACOPY', VERY_LOW_GAS, 3, 0),
  define(op.EXTCODEHASH, 'EXTCODEHASH', EXTERNAL_CODE_HASH_GAS, 1, 1, { since: 'rskip140' }),
  define(op.BLOCKHASH, 'BLOCKHASH', BLOCK_HASH_GAS, 1, 1),
  define(op.COINBASE, 'COINBASE', BASE_GAS, 0, 1),
  define(op.TIMESTAMP, 'TIMESTAMP', BASE_GAS, 0, 1),
  define(op.NUMBER, 'NUMBER', BASE_GAS, 0, 1),
  define(op.DIFFICULTY, 'DIFFICULTY', BASE_GAS, 0, 1),
  define(op.GASLIMIT, 'GASLIMIT', BASE_GAS, 0, 1),
  define(op.CHAINID, 'CHAINID', BASE_GAS, 0, 1, { since: 'rskip152' }),
  define(op.SELFBALANCE, 'SELFBALANCE', LOW_GAS, 0, 1, { since: 'rskip151' }),
  define(op.BASEFEE, 'BASEFEE', BASE_GAS, 0, 1, { since: 'rskip412' }),
  define(op.POP, 'POP', BASE_GAS, 1, 0),
  define(op.MLOAD, 'MLOAD', VERY_LOW_GAS, 1, 1),
  define(op.MSTORE, 'MSTORE', VERY_LOW_GAS, 2, 0),
  define(op.MSTORE8, 'MSTORE8', VERY_LOW_GAS, 2, 0),
  define(op.SLOAD, 'SLOAD', STORAGE_LOAD_GAS, 1, 1),
  define(op.SSTORE, 'SSTORE', STORAGE_WRITE_GAS, 2, 0, { writes: true }),
  define(op.JUMP, 'JUMP', MID_GAS, 1, 0, { flow: 'jump' }),
  define(op.JUMPI, 'JUMPI', HIGH_GAS, 2, 0, { flow: 'branch' }),
  define(op.PC, 'PC', BASE_GAS, 0, 1),
  define(op.MSIZE, 'MSIZE', BASE_GAS, 0, 1),
  define(op.GAS, 'GAS', BASE_GAS, 0, 1),
  define(op.JUMPDEST, 'JUMPDEST', JUMP_DESTINATION_GAS, 0, 0),
  define(op.TLOAD, 'TLOAD', TRANSIENT_STORAGE_GAS, 1, 1, { since: 'rskip446' }),
  define(op.TSTORE, 'TSTORE', TRANSIENT_STORAGE_GAS, 2, 0, { since: 'rskip446', writes: true }),
  define(op.MCOPY, 'MCOPY', VERY_LOW_GAS, 3, 0, { since: 'rskip445' }),
  define(op.PUSH0, 'PUSH0', BASE_GAS, 0, 1, { since: 'rskip398' }),
  ...series('PUSH', op.PUSH1, 1, 32, () => ({ gas: VERY_LOW_GAS, pops: 0, pushes: 1 })),
  ...series('DUP', op.DUP1, 1, 16, (n) => ({ gas: VERY_LOW_GAS, pops: n, pushes: n + 1 })),
  ...series('SWAP', op.SWAP1, 1, 16, (n) => ({ gas: VERY_LOW_GAS, pops: n + 1, pushes: n + 1 })),
  ...series('LOG', op.LOG0, 0, 5, (topics) => ({
    gas: LOG_GAS + topics * LOG_TOPIC_GAS,
    pops: topics + 2,
    pushes: 0,
    writes: true,
  })),
  define(op.DUPN, 'DUPN', VERY_LOW_GAS, 2, 2, untilRskip191),
  define(op.SWAPN, 'SWAPN', VERY_LOW_GAS, 3, 2, untilRskip191),
  define(op.TXINDEX, 'TXINDEX', BASE_GAS, 0, 1, untilRskip191),
  define(op.CREATE, 'CREATE', ZERO_GAS, 3, 1, system),
  define(op.CALL, 'CALL', ZERO_GAS, 7, 1, system),
  define(op.CALLCODE, 'CALLCODE', ZERO_GAS, 7, 1, system),
  define(op.RETURN, 'RETURN', ZERO_GAS, 2, 0, { flow: 'end' }),
  define(op.DELEGATECALL, 'DELEGATECALL', ZERO_GAS, 6, 1, system),
  define(op.CREATE2, 'CREATE2', ZERO_GAS, 4, 1, { flow: 'system', since: 'rskip125' }),
  define(op.STATICCALL, 'STATICCALL', ZERO_GAS, 6, 1, { flow: 'system', since: 'rskip91' }),
  define(op.REVERT, 'REVERT', ZERO_GAS, 2, 0, { flow: 'end' }),
  define(op.SELFDESTRUCT, 'SELFDESTRUCT', ZERO_GAS, 1, 0, system),
]

/** An instruction under the rules of some height. */
export type Opcode = Omit<Definition, 'since' | 'until'> & { readonly isActive: boolean }

function at(definition: Definition, rules: EvmRules): Opcode {
  const { since, until, ...opcode } = definition
  const isActive = (since === undefined || rules[since]) && (until === undefined || !rules[until])
  // STATICCALL first had the value operand of CALL; RSKIP103 removed it.
  const pops = opcode.name === 'STATICCALL' && !rules.rskip103 ? 7 : opcode.pops
  return { ...opcode, pops, isActive }
}

/** The instruction of each byte; undefined for a byte without an instruction under any rules. */
export function opcodeTable(rules: EvmRules): readonly (Opcode | undefined)[] {
  const table = new Array<Opcode | undefined>(256).fill(undefined)
  for (const definition of definitions) table[definition.byte] = at(definition, rules)
  return table
}

const pushesByByte = new Map(definitions.map(({ byte, pushes }) => [byte, pushes]))
const nameByByte = new Map(definitions.map(({ byte, name }) => [byte, name]))
const byteByName = new Map(definitions.map(({ byte, name }) => [name, byte]))

/** Number of values that the instruction pushes; zero for an unknown byte. */
export const opcodePushes = (byte: number): number => pushesByByte.get(byte) ?? 0
export const opcodeName = (byte: number): string | undefined => nameByByte.get(byte)
export const opcodeByte = (name: string): number | undefined => byteByName.get(name)

const marker = 0xfc
const headerBytes = 4

/**
 * Position of the first instruction of code. Code of at least 4 bytes that starts with FC has a header; its fourth
 * byte is the length of an extension. The position may be behind the end of the code.
 */
export const firstInstruction = (code: Uint8Array): number =>
  code.length >= headerBytes && code[0] === marker ? headerBytes + code[3]! : 0
