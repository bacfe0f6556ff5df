import { randomBytes, webcrypto } from 'node:crypto'
import { scrypt as independentScrypt } from '@noble/hashes/scrypt.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { accountOf, privateKeyFromSeed } from '../privateKey.ts'
import { WalletError } from '../walletError.ts'
import { decryptKey, encryptKey } from './encryption.ts'
import { decodeKeystore, encodeKeystore } from './keystoreJson.ts'
import { publishedKeystores } from './publishedKeystores.cases.ts'

const options = { cost: { n: 2, r: 8, p: 1 }, random: randomBytes }
const key = privateKeyFromSeed('a key')
const damagedKeystore = expect.objectContaining({ code: 'damaged-keystore' })
const wrongPassphrase = expect.objectContaining({ code: 'wrong-passphrase' })

describe('a keystore', () => {
  it.each(publishedKeystores)('published by $origin is decrypted', async ({ keystore, passphrase, key }) => {
    const decrypted = await decryptKey(decodeKeystore(JSON.stringify(keystore)), passphrase)
    expect(toHexDigits(decrypted)).toBe(key)
  })

  it('is decrypted only with its own passphrase', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string({ unit: 'grapheme' }), async (seed, passphrase) => {
        const original = privateKeyFromSeed(seed)
        const keystore = await encryptKey(original, passphrase, options)
        expect(await decryptKey(keystore, passphrase)).toEqual(original)
        await expect(decryptKey(keystore, `${passphrase}.`)).rejects.toThrow(wrongPassphrase)
      }),
      { numRuns: 30 },
    )
  })

  it('can be decrypted by another implementation of the definition', async () => {
    const { crypto } = JSON.parse(encodeKeystore(await encryptKey(key, 'päss', options)))
    const { n, r, p, dklen, salt } = crypto.kdfparams
    const derived = independentScrypt('päss', fromHex(salt), { N: n, r, p, dkLen: dklen })
    const ciphertext = fromHex(crypto.ciphertext)
    expect(toHexDigits(keccak_256(concatBytes(derived.subarray(16, 32), ciphertext)))).toBe(crypto.mac)
    const cipherKey = await webcrypto.subtle.importKey('raw', derived.slice(0, 16), 'AES-CTR', false, [
      'decrypt',
    ])
    const counter = { name: 'AES-CTR', counter: fromHex(crypto.cipherparams.iv), length: 128 }
    expect(new Uint8Array(await webcrypto.subtle.decrypt(counter, cipherKey, ciphertext))).toEqual(key)
  })

  it('is different after each encryption', async () => {
    const [first, second] = [await encryptKey(key, 'p', options), await encryptKey(key, 'p', options)]
    expect(first.ciphertext).not.toEqual(second.ciphertext)
    expect(first.id).not.toBe(second.id)
    expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('is not decrypted if a bit of its ciphertext or MAC is wrong', async () => {
    const keystore = await encryptKey(key, 'p', options)
    const flipped = (bytes: Uint8Array) => bytes.map((byte, index) => (index === 7 ? byte ^ 1 : byte))
    await expect(decryptKey({ ...keystore, ciphertext: flipped(keystore.ciphertext) }, 'p')).rejects.toThrow(
      wrongPassphrase,
    )
    await expect(decryptKey({ ...keystore, mac: flipped(keystore.mac) }, 'p')).rejects.toThrow(
      wrongPassphrase,
    )
  })

  it('is refused if its key does not belong to its address', async () => {
    const keystore = await encryptKey(key, 'p', options)
    const address = accountOf(privateKeyFromSeed('another key'))
    await expect(decryptKey({ ...keystore, address }, 'p')).rejects.toThrow(damagedKeystore)
  })

  it('is refused if it does not contain a private key', async () => {
    const keystore = await encryptKey(key, 'p', options)
    // Counter mode: flipping the bits of the key in the ciphertext encrypts zero.
    const ciphertext = keystore.ciphertext.map((byte, index) => byte ^ key[index]!)
    const { derivation } = keystore
    if (derivation.kdf !== 'scrypt') throw new Error('new keystores use scrypt')
    const derived = independentScrypt('p', derivation.salt, { N: 2, r: 8, p: 1, dkLen: 32 })
    const mac = keccak_256(concatBytes(derived.subarray(16, 32), ciphertext))
    await expect(decryptKey({ ...keystore, ciphertext, mac }, 'p')).rejects.toThrow(damagedKeystore)
  })

  it('reveals neither key nor passphrase in an error', async () => {
    const keystore = await encryptKey(key, 'open sesame', options)
    const error = await decryptKey(keystore, 'open poppy').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(WalletError)
    expect(String(error)).toBe('WalletError: could not decrypt the key with the given passphrase')
  })
})
