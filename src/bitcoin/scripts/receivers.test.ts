import { address as addresses, networks } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import { witnessProgramOf, witnessProgramScript } from './outputScripts.ts'
import { receiverOf, scriptOfReceiver } from './receivers.ts'

const versions = { publicKeyHashVersion: 111, scriptHashVersion: 196, witnessPrefix: 'bcrt' }
const { regtest } = networks
const hash = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

/** Scripts of all kinds with an address that bitcoinjs-lib knows. */
const addressed = fc.oneof(
  hash(20).map((bytes) => addresses.toBase58Check(bytes, regtest.pubKeyHash)),
  hash(20).map((bytes) => addresses.toBase58Check(bytes, regtest.scriptHash)),
  fc.oneof(hash(20), hash(32)).map((bytes) => addresses.toBech32(bytes, 0, 'bcrt')),
)

describe('an address', () => {
  it('has the script that another library gives it, and the script has the address', () => {
    fc.assert(
      fc.property(addressed, (text) => {
        const script = scriptOfReceiver(text, versions)!
        expect(toHexDigits(script)).toBe(toHexDigits(addresses.toOutputScript(text, regtest)))
        expect(receiverOf(script, versions)).toBe(text)
      }),
    )
  })

  it('of a later witness version is read and written (BIP-350)', () => {
    const programs = fc.record({
      version: fc.integer({ min: 1, max: 16 }),
      program: fc.uint8Array({ minLength: 2, maxLength: 40 }),
    })
    fc.assert(
      fc.property(programs, (program) => {
        const script = witnessProgramScript(program)
        expect(witnessProgramOf(script)).toEqual(program)
        const text = receiverOf(script, versions)!
        expect(text).toBe(addresses.toBech32(program.program, program.version, 'bcrt'))
        expect(toHexDigits(scriptOfReceiver(text.toUpperCase(), versions)!)).toBe(toHexDigits(script))
      }),
    )
  })

  it('with one changed character is refused', () => {
    const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
    fc.assert(
      fc.property(addressed, fc.nat(), fc.constantFrom(...alphabet), (text, place, character) => {
        const at = 5 + (place % (text.length - 5))
        const changed = text.slice(0, at) + character + text.slice(at + 1)
        if (changed !== text) expect(scriptOfReceiver(changed, versions)).toBe(undefined)
      }),
    )
  })

  it.each(['', 'bcrt1', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bcrt1Qqqqqqq', 'x'.repeat(1000)])(
    '%s is refused',
    (text) => {
      expect(scriptOfReceiver(text, versions)).toBe(undefined)
    },
  )
})
