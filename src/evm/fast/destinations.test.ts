import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ARENA, CODE_HEADER_SIZE, CODE_REGION, LINE_SIZE } from '../layout.ts'
import { JUMPDEST, PUSH1, PUSH32 } from '../opcodeBytes.ts'

/* Compares the jump destinations that the core finds with those of a walk over the instructions. */

const memory = new WebAssembly.Memory({ initial: ARENA / 65536 + 1, maximum: 32768 })
const unused = (): void => undefined
const { prepareCode } = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(new URL('../../../wasm/evm.wasm', import.meta.url))),
  { env: { memory }, host: { readStorage: unused, drainLogs: unused } },
).exports as Record<string, (...numbers: number[]) => void>
const bytes = new Uint8Array(memory.buffer)

function found(code: Uint8Array, start: number): number[] {
  const address = CODE_REGION + CODE_HEADER_SIZE
  const jumpMap = address + 2048
  bytes.fill(0, address, jumpMap)
  bytes.set(code, address)
  prepareCode!(address, code.length, start, jumpMap, jumpMap + 2048, jumpMap + 4096)
  const isMarked = (pc: number): boolean =>
    ((bytes[jumpMap + (pc >> 6) * LINE_SIZE + ((pc & 63) >> 3)]! >> (pc & 7)) & 1) === 1
  return [...code.keys()].filter(isMarked)
}

function walked(code: Uint8Array, start: number): number[] {
  const destinations: number[] = []
  for (let pc = start; pc < code.length; pc++) {
    const opcode = code[pc]!
    if (opcode === JUMPDEST) destinations.push(pc)
    else if (opcode >= PUSH1 && opcode <= PUSH32) pc += opcode - PUSH1 + 1
  }
  return destinations
}

const opcode = fc.oneof(
  { weight: 3, arbitrary: fc.constant(JUMPDEST) },
  { weight: 2, arbitrary: fc.integer({ min: PUSH1, max: PUSH1 + 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }) },
)
const code = fc
  .uint8Array({ maxLength: 400 })
  .chain(({ length }) =>
    fc.array(opcode, { minLength: length, maxLength: length }).map((list) => Uint8Array.from(list)),
  )

describe('the scan for jump destinations', () => {
  it('finds those outside of data of PUSH, from any first instruction on', () => {
    fc.assert(
      fc.property(code, fc.nat(420), fc.boolean(), (code, start, skips) => {
        const first = skips ? start : 0
        expect(found(code, first)).toEqual(walked(code, first))
      }),
      { numRuns: 5000 },
    )
  })
})
