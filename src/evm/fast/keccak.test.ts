import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { newWorld } from '../evmWorld.cases.ts'
import { runFast } from './fastRun.cases.ts'

const hashOfCallData = 'CALLDATASIZE 0 0 CALLDATACOPY CALLDATASIZE 0 SHA3 0 MSTORE 32 0 RETURN'
const hash = (data: Uint8Array): Uint8Array => runFast(newWorld(), hashOfCallData, { data }).output

describe('SHA3 in the fast engine', () => {
  it('is Keccak-256 for inputs of all lengths around the sponge’s blocks', () => {
    for (const length of [...Array(140).keys(), 271, 272, 273, 1000]) {
      const data = Uint8Array.from({ length }, (_, i) => i * 7 + length)
      expect(hash(data)).toEqual(keccak256(data))
    }
  })

  it('uses cached hashes only for their own input', () => {
    const pair = fc
      .tuple(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: 2n }))
      .map(([key, slot]) => new Uint8Array([...wordBytes(key << 100n), ...wordBytes(slot)]))
    const small = fc.bigInt({ min: 0n, max: 400n }).map(wordBytes)
    fc.assert(
      fc.property(fc.oneof(pair, small), (data) => {
        expect(hash(data)).toEqual(keccak256(data))
        expect(hash(data)).toEqual(keccak256(data))
      }),
      { numRuns: 500 },
    )
  })
})
