import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ParityTrace } from '../../tracing/parity/parityTraces.ts'
import { selectRelated } from './relatedTraces.ts'

/** The traces of a tree, parents first; counts how often their places are read. */
function tracesAt(addresses: readonly (readonly number[])[]) {
  const seen = { reads: 0 }
  const node = {} as ParityTrace['node']
  const traces = addresses.map((address) => ({
    node,
    subtraces: 0,
    get traceAddress() {
      seen.reads++
      return address
    },
  }))
  return { traces, seen }
}

/** A tree from the depth of each of its nodes relative to the one before. */
function addressesOf(steps: readonly number[]): (readonly number[])[] {
  const addresses: number[][] = [[]]
  for (const step of steps) {
    const last = addresses.at(-1)!
    const depth = Math.max(1, last.length + 1 - step)
    const parent = last.slice(0, depth - 1)
    addresses.push([...parent, depth > last.length ? 0 : last[depth - 1]! + 1])
  }
  return addresses
}

const isInside = (inner: readonly number[], outer: readonly number[]): boolean =>
  outer.length < inner.length && outer.every((position, depth) => position === inner[depth])

describe('traces related to those that a request matches', () => {
  it('are the calls inside them and around them', () => {
    const trees = fc.array(fc.nat(3), { maxLength: 25 }).map(addressesOf)
    const marks = fc.array(fc.boolean(), { minLength: 26, maxLength: 26 })
    fc.assert(
      fc.property(trees, marks, fc.boolean(), fc.boolean(), (addresses, matched, subtraces, parents) => {
        const { traces } = tracesAt(addresses)
        const selected = new Uint8Array(addresses.length)
        const hasMatch = selectRelated(traces, (at) => matched[at]!, { subtraces, parents }, selected)
        const expected = addresses.map((address, at) =>
          addresses.some(
            (other, match) =>
              matched[match] &&
              (match === at ||
                (subtraces && isInside(address, other)) ||
                (parents && isInside(other, address))),
          ),
        )
        expect([...selected].map((mark) => mark === 1)).toEqual(expected)
        expect(hasMatch).toBe(expected.includes(true))
      }),
    )
  })

  it('are found in one walk when all of 9,000 nested and adjacent calls match', () => {
    const deep = Array.from({ length: 400 }, (_, depth) => new Array<number>(depth).fill(0))
    const wide = Array.from({ length: 8_600 }, (_, index) => [index + 1])
    const { traces, seen } = tracesAt([...deep, ...wide])
    const selected = new Uint8Array(traces.length)
    selectRelated(traces, () => true, { subtraces: true, parents: true }, selected)
    expect(selected.every((mark) => mark === 1)).toBe(true)
    expect(seen.reads).toBe(9_000)
  })
})
