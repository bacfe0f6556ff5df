import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { secp256k1 as noble } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordBytes } from '../../primitives/integers.ts'
import { packageFile } from '../../primitives/program/packageFile.ts'
import { loadNative } from './native.ts'
import { loadNoble } from './noble.ts'
import { PublishedKeys } from './publishedKeys.ts'

const order = noble.Point.Fn.ORDER
const keys = new PublishedKeys()
const reference = loadNative() ?? loadNoble()

/** How many keys and hashes are drawn. */
const runs = Number(process.env['CAMBIUM_SIGNATURES'] ?? 1500)

const edges = [1n, 2n, 31n, 32n, 33n, 63n, 64n, 2n ** 6n - 1n, 2n ** 255n, order - 2n, order - 1n, order / 2n]
const scalars = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 1n, max: order - 1n }) },
  { weight: 1, arbitrary: fc.constantFrom(...edges) },
)
const hashes = fc.oneof(
  { weight: 8, arbitrary: fc.uint8Array({ minLength: 32, maxLength: 32 }) },
  { weight: 1, arbitrary: fc.constantFrom(...[0n, 1n, ...edges, order - 1n].map(wordBytes)) },
)

describe('signatures with published keys', () => {
  it('are those of the library of all other keys', () => {
    fc.assert(
      fc.property(hashes, scalars, (hash, scalar) => {
        const key = wordBytes(scalar)
        const { signature, recovery } = keys.sign(hash, key)!
        const expected = reference.sign(hash, key)!
        expect(Buffer.from(signature).equals(expected.signature)).toBe(true)
        expect(recovery).toBe(expected.recovery)
      }),
      { numRuns: runs },
    )
  })

  it('reduce a hash above the group order, as RFC 6979 says', () => {
    for (const hash of [order, order + 1n, 2n ** 256n - 1n].map(wordBytes)) {
      const { signature } = keys.sign(hash, wordBytes(7n))!
      expect(signature).toEqual(noble.sign(hash, wordBytes(7n), { prehash: false, lowS: true }))
    }
  })

  it('have further nonces, should one not be usable', () => {
    const module = new WebAssembly.Module(readFileSync(packageFile('wasm/signing.wasm')))
    const { memory, KEY, HASH, NONCE, ...functions } = new WebAssembly.Instance(module).exports as Nonces
    const key = wordBytes(order - 5n)
    const hash = wordBytes(3n ** 150n)
    new Uint8Array(memory.buffer, KEY.value).set(key)
    new Uint8Array(memory.buffer, HASH.value).set(hash)
    const nonces = noncesOf(key, hash)
    functions.firstNonce()
    for (let count = 0; count < 4; count++) {
      expect(Buffer.from(memory.buffer, NONCE.value, 32)).toEqual(nonces.next().value)
      functions.nextNonce()
    }
  })

  it.each([0n, order, 2n ** 256n - 1n])('do not exist for the private key %i', (scalar) => {
    expect(keys.sign(new Uint8Array(32), wordBytes(scalar))).toBeUndefined()
  })
})

interface Nonces extends WebAssembly.Exports {
  readonly memory: WebAssembly.Memory
  readonly KEY: WebAssembly.Global
  readonly HASH: WebAssembly.Global
  readonly NONCE: WebAssembly.Global
  readonly firstNonce: () => void
  readonly nextNonce: () => void
}

/** Section 3.2 of RFC 6979, steps b to h. */
function* noncesOf(key: Uint8Array, hash: Uint8Array): Generator<Buffer, never> {
  let secret = Buffer.alloc(32)
  let value = Buffer.alloc(32, 1)
  const hmac = (...parts: Uint8Array[]) => createHmac('sha256', secret).update(Buffer.concat(parts)).digest()
  for (const step of [0, 1]) {
    secret = hmac(value, Uint8Array.of(step), key, hash)
    value = hmac(value)
  }
  for (;;) {
    value = hmac(value)
    yield value
    secret = hmac(value, Uint8Array.of(0))
    value = hmac(value)
  }
}
