import { describe, expect, it } from 'vitest'
import { latestRules, rulesWithout } from './evmWorld.cases.ts'
import * as bytes from './opcodeBytes.ts'
import { opcodeByte, opcodeName, opcodeTable } from './opcodes.ts'
import { instructionSets } from './reference/instructionSet.ts'

describe('the opcode table', () => {
  it('gives every opcode one byte and one name', () => {
    const table = opcodeTable(latestRules).filter((opcode) => opcode !== undefined)
    expect(new Set(table.map(({ name }) => name)).size).toBe(table.length)
    for (const { byte, name } of table) {
      expect(opcodeName(byte)).toBe(name)
      expect(opcodeByte(name)).toBe(byte)
    }
  })

  it('gives each byte the name of its constant', () => {
    for (const [name, byte] of Object.entries(bytes)) expect(opcodeName(byte)).toBe(name)
  })

  it('lists exactly the opcodes that the reference engine executes', () => {
    const table = opcodeTable(latestRules)
    const { elsewhere } = instructionSets(latestRules)
    const executed = elsewhere.map(({ barrier }) => barrier === undefined)
    expect(executed).toEqual(table.map((opcode) => opcode?.isActive === true))
  })

  it('activates and removes opcodes by rules', () => {
    const active = (name: string, rules = latestRules) => opcodeTable(rules)[opcodeByte(name)!]?.isActive
    expect(active('PUSH0')).toBe(true)
    expect(active('PUSH0', rulesWithout('rskip398'))).toBe(false)
    expect(active('TXINDEX')).toBe(false)
    expect(active('TXINDEX', rulesWithout('rskip191'))).toBe(true)
    expect(active('ADD', rulesWithout('rskip191'))).toBe(true)
  })

  it('gives STATICCALL a seventh operand before RSKIP103', () => {
    const pops = (rules = latestRules) => opcodeTable(rules)[bytes.STATICCALL]?.pops
    expect([pops(), pops(rulesWithout('rskip103'))]).toEqual([6, 7])
  })
})
