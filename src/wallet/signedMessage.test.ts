import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../crypto/keccak256.ts'
import { addressOf, recoverPublicKey } from '../crypto/secp256k1.ts'
import { asciiBytes } from '../primitives/bytes.ts'
import { fromHex, toHex } from '../primitives/hex.ts'
import { accountOf, privateKeyFromBytes, privateKeyFromSeed } from './privateKey.ts'
import { messageHash, signMessage } from './signedMessage.ts'

/** The reference node's answers to eth_sign. */
const recorded = [
  {
    seed: 'sampleSeed1',
    message: keccak256(asciiBytes('this is the data to hash')),
    signature:
      '0xc8be87722c6452172a02a62fdea70c8b25cfc9613d28647bf2aeb3c7d1faa1a91b861fccc05bb61e25ff4300502812750706ca8df189a0b8163540b9bccabc9f1b',
  },
  {
    seed: 'sampleSeed1',
    message: new Uint8Array(0),
    signature:
      '0x7302c946234d8cbd1d6947285d573f8f56719386fd4cea1b3181d580aad1dd6711f997037d0ea0745ac5b3d8eddc8e0ebaaf758468488a040bbb779e100c975f1b',
  },
  {
    seed: 'cow',
    message: new Uint8Array(0),
    signature:
      '0x68c36703cfae77b264e66cf9587aa39dd76b66ff1317e563b4566d9ea5d8d60e5b9be8c58a324e1dbb424365aa778a2faec2d3f922bf0339cda43d76c492a5ab1c',
  },
  {
    seed: 'cow',
    message: fromHex('ab'.repeat(32)),
    signature:
      '0x45ffe178e86297f5c21efdd76f49259227237ab791ca64be92b0e9e6728c6c272c390d80b0596301239e23dd599b7ddbb849b3922e3351d4def5df83df26736c1c',
  },
]

const keys = fc
  .uint8Array({ minLength: 31, maxLength: 31 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))

describe('a signed message', () => {
  it.each(recorded)(
    'by $seed has the reference node’s signature: $signature',
    ({ seed, message, signature }) => {
      expect(toHex(signMessage(message, privateKeyFromSeed(seed)))).toBe(signature)
    },
  )

  it('recovers to the account that signed it', () => {
    fc.assert(
      fc.property(keys, fc.uint8Array({ maxLength: 300 }), (bytes, message) => {
        const key = privateKeyFromBytes(bytes)
        const signature = signMessage(message, key)
        const recovered = recoverPublicKey(messageHash(message), {
          compact: signature.subarray(0, 64),
          recovery: signature[64]! - 27,
        })
        expect(addressOf(recovered!)).toEqual(accountOf(key))
      }),
    )
  })
})
