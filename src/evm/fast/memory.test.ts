import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { newWorld } from '../evmWorld.cases.ts'
import { runFast } from './fastRun.cases.ts'

/* Random memory instructions, compared with a model on a byte array. */

const callData = Uint8Array.from({ length: 77 }, (_, i) => i + 1)

interface Step {
  readonly source: string
  /** Offset of the written bytes. */
  readonly at: number
  bytes(memory: Uint8Array): Uint8Array
  /** End of the memory that the instruction touches. */
  readonly end: number
}

const place = fc.integer({ min: 0, max: 300 })
const length = fc.integer({ min: 0, max: 90 })

const slicePadded = (source: Uint8Array, start: number, size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  bytes.set(source.subarray(start, start + size))
  return bytes
}

const store = fc.tuple(place, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })).map(
  ([at, value]): Step => ({
    source: `${value} ${at} MSTORE`,
    at,
    bytes: () => wordBytes(value),
    end: at + 32,
  }),
)
const storeByte = fc.tuple(place, fc.integer({ min: 0, max: 1000 })).map(
  ([at, value]): Step => ({
    source: `${value} ${at} MSTORE8`,
    at,
    bytes: () => new Uint8Array([value & 0xff]),
    end: at + 1,
  }),
)
const load = place.map(
  (at): Step => ({ source: `${at} MLOAD POP`, at, bytes: () => new Uint8Array(0), end: at + 32 }),
)
const copyCallData = fc.tuple(place, fc.integer({ min: 0, max: 120 }), length).map(
  ([at, from, size]): Step => ({
    source: `${size} ${from} ${at} CALLDATACOPY`,
    at,
    bytes: () => slicePadded(callData, from, size),
    end: size === 0 ? 0 : at + size,
  }),
)
const copyMemory = fc.tuple(place, place, length).map(
  ([at, from, size]): Step => ({
    source: `${size} ${from} ${at} MCOPY`,
    at,
    bytes: (memory) => slicePadded(memory, from, size),
    end: size === 0 ? 0 : Math.max(at, from) + size,
  }),
)

describe('memory in the fast engine', () => {
  it('behaves as a plain byte array, and MSIZE gives its size', () => {
    const steps = fc.array(fc.oneof(store, storeByte, load, copyCallData, copyMemory), { maxLength: 12 })
    fc.assert(
      fc.property(steps, (program) => {
        const memory = new Uint8Array(1024)
        let size = 0
        for (const { at, bytes, end } of program) {
          memory.set(bytes(memory), at)
          size = Math.max(size, Math.ceil(end / 32) * 32)
        }
        const source = program.map((step) => step.source).join(' ')
        const { output } = runFast(newWorld(), `${source} MSIZE 992 MSTORE 1024 0 RETURN`, { data: callData })
        memory.set(wordBytes(BigInt(size)), 992)
        expect(toHex(output)).toBe(toHex(memory))
      }),
      { numRuns: 600 },
    )
  })
})
