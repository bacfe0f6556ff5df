import { expect, test } from 'vitest'
import { latestRules, rulesWithout } from './evmWorld.cases.ts'
import * as bytes from './opcodeBytes.ts'
import { opcodeByte, opcodeName, opcodeTable } from './opcodes.ts'
import { instructionSets } from './reference/instructionSet.ts'

test('every opcode has one byte and one name', () => {
  const table = opcodeTable(latestRules).filter((opcode) => opcode !== undefined)
  expect(new Set(table.map(({ name }) => name)).size).toBe(table.length)
  for (const { byte, name } of table) {
    expect(opcodeName(byte)).toBe(name)
    expect(opcodeByte(name)).toBe(byte)
  }
})

test('the table gives each byte the name of its constant', () => {
  for (const [name, byte] of Object.entries(bytes)) expect(opcodeName(byte)).toBe(name)
})

test('the reference engine executes every active opcode and nothing else', () => {
  const table = opcodeTable(latestRules)
  const { elsewhere } = instructionSets(latestRules)
  const executed = elsewhere.map(({ barrier }) => barrier === undefined)
  expect(executed).toEqual(table.map((opcode) => opcode?.isActive === true))
})

test('rules switch opcodes on and off', () => {
  const active = (name: string, rules = latestRules) => opcodeTable(rules)[opcodeByte(name)!]?.isActive
  expect(active('PUSH0')).toBe(true)
  expect(active('PUSH0', rulesWithout('rskip398'))).toBe(false)
  expect(active('TXINDEX')).toBe(false)
  expect(active('TXINDEX', rulesWithout('rskip191'))).toBe(true)
  expect(active('ADD', rulesWithout('rskip191'))).toBe(true)
})

test('STATICCALL takes a seventh operand before RSKIP103', () => {
  const pops = (rules = latestRules) => opcodeTable(rules)[bytes.STATICCALL]?.pops
  expect([pops(), pops(rulesWithout('rskip103'))]).toEqual([6, 7])
})
