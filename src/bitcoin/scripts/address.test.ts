import { address as otherAddresses } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mainnetParameters, regtestParameters, testnetParameters } from '../blocks/networkParameters.ts'
import { decodeAddress, publicKeyHashAddress, scriptHashAddress } from './address.ts'

const hashes = fc.uint8Array({ minLength: 20, maxLength: 20 })

describe('addresses', () => {
  it('of both kinds decode to their kind and hash', () => {
    fc.assert(
      fc.property(hashes, (hash) => {
        for (const parameters of [mainnetParameters, regtestParameters]) {
          expect(decodeAddress(publicKeyHashAddress(hash, parameters), parameters)).toEqual({
            kind: 'public-key-hash',
            hash,
          })
          expect(decodeAddress(scriptHashAddress(hash, parameters), parameters)).toEqual({
            kind: 'script-hash',
            hash,
          })
        }
      }),
      { numRuns: 30 },
    )
  })

  it('are the same as in another library', () => {
    fc.assert(
      fc.property(hashes, (hash) => {
        for (const parameters of [mainnetParameters, testnetParameters, regtestParameters]) {
          const { publicKeyHashVersion, scriptHashVersion } = parameters
          const [byKey, byScript] = [publicKeyHashVersion, scriptHashVersion].map((version) =>
            otherAddresses.toBase58Check(hash, version),
          )
          expect(publicKeyHashAddress(hash, parameters)).toBe(byKey)
          expect(scriptHashAddress(hash, parameters)).toBe(byScript)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('of another network do not decode', () => {
    const address = publicKeyHashAddress(new Uint8Array(20), mainnetParameters)
    expect(address).toBe('1111111111111111111114oLvT2')
    expect(decodeAddress(address, regtestParameters)).toBeUndefined()
  })

  it.each(['', 'nonsense', 'mzBc4XEFSdzCDcTxAgf6EZXgsZWpztRheg', '1'.repeat(100_000)])(
    'do not decode from other text: %.20s',
    (text) => {
      expect(decodeAddress(text, regtestParameters)).toBeUndefined()
    },
  )
})
