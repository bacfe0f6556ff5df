import { gasCost } from './gas.ts'
import type { EvmRules } from './rules.ts'

/*
 * The one table of instructions, for both engines. `gas` is the part that depends on nothing; what depends on
 * operands, memory or state is charged by the instruction. Instructions with the flow `system` cost 0 here:
 * the machine charges them whole.
 */

/**
 * How the instruction leaves: to the `next` one, by `jump` (always) or `branch` (perhaps), by the `end` of the
 * frame, or to the machine (`system`).
 */
export type Flow = 'next' | 'jump' | 'branch' | 'end' | 'system'

type Rule = Exclude<keyof EvmRules, 'id'>

interface Definition {
  readonly byte: number
  readonly name: string
  readonly gas: number
  readonly pops: number
  readonly pushes: number
  readonly flow: Flow
  /** Writes storage or logs, hence forbidden in a static frame. The machine refuses what else is forbidden. */
  readonly writes: boolean
  /** First rule with which the instruction exists. */
  readonly since: Rule | undefined
  /** Rule that takes it away again. */
  readonly until: Rule | undefined
}

type Extra = Partial<Pick<Definition, 'flow' | 'writes' | 'since' | 'until'>>

function define(
  byte: number,
  name: string,
  gas: number,
  pops: number,
  pushes: number,
  extra: Extra = {},
): Definition {
  return {
    byte,
    name,
    gas,
    pops,
    pushes,
    flow: 'next',
    writes: false,
    since: undefined,
    until: undefined,
    ...extra,
  }
}

/** `count` instructions in a row, the names numbered from `first`. */
const series = (
  count: number,
  first: number,
  one: (index: number, number: number) => Definition,
): Definition[] => Array.from({ length: count }, (_, index) => one(index, first + index))

const { zero, base, veryLow, low, mid, high } = gasCost
const system = { flow: 'system' } as const
const untilRskip191 = { until: 'rskip191' } as const

const definitions: readonly Definition[] = [
  define(0x00, 'STOP', zero, 0, 0, { flow: 'end' }),
  define(0x01, 'ADD', veryLow, 2, 1),
  define(0x02, 'MUL', low, 2, 1),
  define(0x03, 'SUB', veryLow, 2, 1),
  define(0x04, 'DIV', low, 2, 1),
  define(0x05, 'SDIV', low, 2, 1),
  define(0x06, 'MOD', low, 2, 1),
  define(0x07, 'SMOD', low, 2, 1),
  define(0x08, 'ADDMOD', mid, 3, 1),
  define(0x09, 'MULMOD', mid, 3, 1),
  define(0x0a, 'EXP', gasCost.exp, 2, 1),
  define(0x0b, 'SIGNEXTEND', low, 2, 1),
  define(0x10, 'LT', veryLow, 2, 1),
  define(0x11, 'GT', veryLow, 2, 1),
  define(0x12, 'SLT', veryLow, 2, 1),
  define(0x13, 'SGT', veryLow, 2, 1),
  define(0x14, 'EQ', veryLow, 2, 1),
  define(0x15, 'ISZERO', veryLow, 1, 1),
  define(0x16, 'AND', veryLow, 2, 1),
  define(0x17, 'OR', veryLow, 2, 1),
  define(0x18, 'XOR', veryLow, 2, 1),
  define(0x19, 'NOT', veryLow, 1, 1),
  define(0x1a, 'BYTE', veryLow, 2, 1),
  define(0x1b, 'SHL', veryLow, 2, 1, { since: 'rskip120' }),
  define(0x1c, 'SHR', veryLow, 2, 1, { since: 'rskip120' }),
  define(0x1d, 'SAR', veryLow, 2, 1, { since: 'rskip120' }),
  define(0x20, 'SHA3', gasCost.keccak, 2, 1),
  define(0x30, 'ADDRESS', base, 0, 1),
  define(0x31, 'BALANCE', gasCost.balance, 1, 1),
  define(0x32, 'ORIGIN', base, 0, 1),
  define(0x33, 'CALLER', base, 0, 1),
  define(0x34, 'CALLVALUE', base, 0, 1),
  define(0x35, 'CALLDATALOAD', veryLow, 1, 1),
  define(0x36, 'CALLDATASIZE', base, 0, 1),
  define(0x37, 'CALLDATACOPY', veryLow, 3, 0),
  define(0x38, 'CODESIZE', base, 0, 1),
  define(0x39, 'CODECOPY', veryLow, 3, 0),
  define(0x3a, 'GASPRICE', base, 0, 1),
  define(0x3b, 'EXTCODESIZE', gasCost.externalCode, 1, 1),
  define(0x3c, 'EXTCODECOPY', gasCost.externalCode, 4, 0),
  define(0x3d, 'RETURNDATASIZE', base, 0, 1),
  define(0x3e, 'RETURNDATACOPY', veryLow, 3, 0),
  define(0x3f, 'EXTCODEHASH', gasCost.externalCodeHash, 1, 1, { since: 'rskip140' }),
  define(0x40, 'BLOCKHASH', gasCost.blockHash, 1, 1),
  define(0x41, 'COINBASE', base, 0, 1),
  define(0x42, 'TIMESTAMP', base, 0, 1),
  define(0x43, 'NUMBER', base, 0, 1),
  define(0x44, 'DIFFICULTY', base, 0, 1),
  define(0x45, 'GASLIMIT', base, 0, 1),
  define(0x46, 'CHAINID', base, 0, 1, { since: 'rskip152' }),
  define(0x47, 'SELFBALANCE', low, 0, 1, { since: 'rskip151' }),
  define(0x48, 'BASEFEE', base, 0, 1, { since: 'rskip412' }),
  define(0x50, 'POP', base, 1, 0),
  define(0x51, 'MLOAD', veryLow, 1, 1),
  define(0x52, 'MSTORE', veryLow, 2, 0),
  define(0x53, 'MSTORE8', veryLow, 2, 0),
  define(0x54, 'SLOAD', gasCost.storageLoad, 1, 1),
  define(0x55, 'SSTORE', gasCost.storageWrite, 2, 0, { writes: true }),
  define(0x56, 'JUMP', mid, 1, 0, { flow: 'jump' }),
  define(0x57, 'JUMPI', high, 2, 0, { flow: 'branch' }),
  define(0x58, 'PC', base, 0, 1),
  define(0x59, 'MSIZE', base, 0, 1),
  define(0x5a, 'GAS', base, 0, 1),
  define(0x5b, 'JUMPDEST', gasCost.jumpDestination, 0, 0),
  define(0x5c, 'TLOAD', gasCost.transientStorage, 1, 1, { since: 'rskip446' }),
  define(0x5d, 'TSTORE', gasCost.transientStorage, 2, 0, { since: 'rskip446', writes: true }),
  define(0x5e, 'MCOPY', veryLow, 3, 0, { since: 'rskip445' }),
  define(0x5f, 'PUSH0', base, 0, 1, { since: 'rskip398' }),
  ...series(32, 1, (index, n) => define(0x60 + index, `PUSH${n}`, veryLow, 0, 1)),
  ...series(16, 1, (index, n) => define(0x80 + index, `DUP${n}`, veryLow, n, n + 1)),
  ...series(16, 1, (index, n) => define(0x90 + index, `SWAP${n}`, veryLow, n + 1, n + 1)),
  ...series(5, 0, (index, n) =>
    define(0xa0 + index, `LOG${n}`, gasCost.log + n * gasCost.logTopic, n + 2, 0, { writes: true }),
  ),
  define(0xa8, 'DUPN', veryLow, 2, 2, untilRskip191),
  define(0xa9, 'SWAPN', veryLow, 3, 2, untilRskip191),
  define(0xaa, 'TXINDEX', base, 0, 1, untilRskip191),
  define(0xf0, 'CREATE', zero, 3, 1, system),
  define(0xf1, 'CALL', zero, 7, 1, system),
  define(0xf2, 'CALLCODE', zero, 7, 1, system),
  define(0xf3, 'RETURN', zero, 2, 0, { flow: 'end' }),
  define(0xf4, 'DELEGATECALL', zero, 6, 1, system),
  define(0xf5, 'CREATE2', zero, 4, 1, { flow: 'system', since: 'rskip125' }),
  define(0xfa, 'STATICCALL', zero, 6, 1, { flow: 'system', since: 'rskip91' }),
  define(0xfd, 'REVERT', zero, 2, 0, { flow: 'end' }),
  define(0xff, 'SELFDESTRUCT', zero, 1, 0, system),
]

/** An instruction at some height. */
export type Opcode = Omit<Definition, 'since' | 'until'> & { readonly isActive: boolean }

function at(definition: Definition, rules: EvmRules): Opcode {
  const { since, until, ...opcode } = definition
  const isActive = (since === undefined || rules[since]) && (until === undefined || !rules[until])
  // STATICCALL was born with the value operand of CALL, which RSKIP103 took away.
  const pops = opcode.name === 'STATICCALL' && !rules.rskip103 ? 7 : opcode.pops
  return { ...opcode, pops, isActive }
}

/** The instruction of each byte; undefined for a byte that never was one. */
export function opcodeTable(rules: EvmRules): readonly (Opcode | undefined)[] {
  const table = new Array<Opcode | undefined>(256).fill(undefined)
  for (const definition of definitions) table[definition.byte] = at(definition, rules)
  return table
}

const nameByByte = new Map(definitions.map(({ byte, name }) => [byte, name]))
const byteByName = new Map(definitions.map(({ byte, name }) => [name, byte]))

export const opcodeName = (byte: number): string | undefined => nameByByte.get(byte)
export const opcodeByte = (name: string): number | undefined => byteByName.get(name)
