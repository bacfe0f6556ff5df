import { describe, expect, it } from 'vitest'
import { latestRules } from '../evmWorld.cases.ts'
import {
  ACTION_HOST,
  ACTION_INVALID,
  ACTION_MACHINE,
  ACTION_RUN,
  OPCODE_ACTION,
  OPCODE_ENTRY_SIZE,
  OPCODE_GAS,
} from '../layout.ts'
import { opcodeByte } from '../opcodes.ts'
import { encodeOpcodeTable } from './opcodeTable.ts'

const table = encodeOpcodeTable(latestRules)
const field = (name: string, offset: number): number => table[opcodeByte(name)! * OPCODE_ENTRY_SIZE + offset]!

describe('the encoded opcode table', () => {
  it('says for every opcode whether core, host or machine runs it', () => {
    expect(field('ADD', OPCODE_ACTION)).toBe(ACTION_RUN)
    expect(field('BALANCE', OPCODE_ACTION)).toBe(ACTION_HOST)
    expect(field('CREATE2', OPCODE_ACTION)).toBe(ACTION_MACHINE)
    expect(field('DUPN', OPCODE_ACTION)).toBe(ACTION_INVALID)
    expect(table[0xfe * OPCODE_ENTRY_SIZE + OPCODE_ACTION]).toBe(ACTION_INVALID)
  })

  it('has no block gas for storage writes, which the core charges itself', () => {
    expect(field('SSTORE', OPCODE_GAS)).toBe(0)
    expect(field('SLOAD', OPCODE_GAS)).toBe(200)
  })
})
