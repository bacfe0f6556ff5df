import { describe, expect, it } from 'vitest'
import { assemble } from '../assembler.cases.ts'
import { Program, programOf } from './program.ts'

describe('the analysis of code', () => {
  it('finds no jump destination in the data of a PUSH', () => {
    const program = new Program(assemble('#615b5b JUMPDEST #7f JUMPDEST'))
    const found = [...program.bytes.keys()].filter((position) => program.isJumpDestination(position))
    expect(found).toEqual([3])
  })

  it('finds no jump destination outside the code', () => {
    const program = new Program(assemble('JUMPDEST'))
    expect([1, 2 ** 31, Number.MAX_SAFE_INTEGER].some((at) => program.isJumpDestination(at))).toBe(false)
  })

  it('reads zeros for pushed bytes beyond the end of the code', () => {
    const program = new Program(assemble('#63aabb'))
    expect(program.pushed(1, 4)).toBe(0xaabb0000n)
    expect(program.pushed(3, 4)).toBe(0n)
  })

  it('starts behind a header, and has no start when the header reaches the end', () => {
    const start = (code: string) => new Program(assemble(code)).start
    expect(start('#fc00000100 STOP')).toBe(5)
    expect(start('#fc000000')).toBe(undefined)
    expect(start('#fc000002 STOP STOP')).toBe(undefined)
    expect(start('#fc0000')).toBe(0)
    expect(start('')).toBe(0)
  })

  it('is cached for the same bytes', () => {
    const code = assemble('1 2 ADD')
    expect(programOf(code)).toBe(programOf(code))
  })

  it('is not kept for all code that was ever executed', () => {
    const code = assemble('1 2 ADD')
    const program = programOf(code)
    for (let count = 0; count < 35; count++) programOf(new Uint8Array(24_576))
    expect(programOf(code)).not.toBe(program)
  })
})
