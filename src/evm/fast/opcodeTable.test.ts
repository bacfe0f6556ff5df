import { expect, test } from 'vitest'
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

test('every opcode has somebody who runs it', () => {
  expect(field('ADD', OPCODE_ACTION)).toBe(ACTION_RUN)
  expect(field('BALANCE', OPCODE_ACTION)).toBe(ACTION_HOST)
  expect(field('CREATE2', OPCODE_ACTION)).toBe(ACTION_MACHINE)
  expect(field('DUPN', OPCODE_ACTION)).toBe(ACTION_INVALID)
  expect(table[0xfe * OPCODE_ENTRY_SIZE + OPCODE_ACTION]).toBe(ACTION_INVALID)
})

test('storage writes are charged by the core and not with their block', () => {
  expect(field('SSTORE', OPCODE_GAS)).toBe(0)
  expect(field('SLOAD', OPCODE_GAS)).toBe(200)
})
