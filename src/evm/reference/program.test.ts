import { expect, test } from 'vitest'
import { assemble } from '../assembler.cases.ts'
import { Program, programOf } from './program.ts'

test('jump destinations are not found inside the data of PUSH', () => {
  const program = new Program(assemble('#615b5b JUMPDEST #7f JUMPDEST'))
  const found = [...program.bytes.keys()].filter((position) => program.isJumpDestination(position))
  expect(found).toEqual([3])
})

test('a position outside the code is no jump destination', () => {
  const program = new Program(assemble('JUMPDEST'))
  expect([1, 2 ** 31, Number.MAX_SAFE_INTEGER].some((at) => program.isJumpDestination(at))).toBe(false)
})

test('pushed data beyond the end of the code is zeros on the right', () => {
  const program = new Program(assemble('#63aabb'))
  expect(program.pushed(1, 4)).toBe(0xaabb0000n)
  expect(program.pushed(3, 4)).toBe(0n)
})

test('a header moves the start, and there is none when it reaches the end', () => {
  const start = (code: string) => new Program(assemble(code)).start
  expect(start('#fc00000100 STOP')).toBe(5)
  expect(start('#fc000000')).toBe(undefined)
  expect(start('#fc000002 STOP STOP')).toBe(undefined)
  expect(start('#fc0000')).toBe(0)
  expect(start('')).toBe(0)
})

test('the same bytes are analysed once', () => {
  const code = assemble('1 2 ADD')
  expect(programOf(code)).toBe(programOf(code))
})
