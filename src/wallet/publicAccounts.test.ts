import { describe, expect, it } from 'vitest'
import { addressOf, publicKeyOf } from '../crypto/secp256k1.ts'
import { localAccountSeeds } from './localAccounts.ts'
import { derivedKeys } from './mnemonic/derivedKeys.ts'
import { privateKeyFromSeed } from './privateKey.ts'
import {
  defaultDerivationPath,
  defaultMnemonic,
  isPublicAccount,
  listedKeys,
  publicAccountOf,
} from './publicAccounts.ts'

describe('the listed accounts of development chains', () => {
  const phraseKeys = derivedKeys(defaultMnemonic, defaultDerivationPath, 10)

  it('have the keys of the default phrase', () => {
    expect(listedKeys(10)).toEqual(phraseKeys)
    expect(listedKeys(3)).toEqual(phraseKeys.slice(0, 3))
    expect(listedKeys(11)).toBeUndefined()
  })

  it.each([
    ['the default phrase', phraseKeys],
    ['the seeds of the local chain', localAccountSeeds.map(privateKeyFromSeed)],
  ])('have the addresses of %s', (_, keys) => {
    const addresses = keys.map((key) => addressOf(publicKeyOf(key)))
    expect(keys.map(publicAccountOf)).toEqual(addresses)
    expect(addresses.every(isPublicAccount)).toBe(true)
  })

  it('do not share their keys with a wallet, which wipes its copy', () => {
    listedKeys(1)![0]!.fill(0)
    expect(listedKeys(1)).toEqual(phraseKeys.slice(0, 1))
  })

  it('do not answer for other keys', () => {
    const key = new Uint8Array(32).fill(7)
    expect(publicAccountOf(key)).toBeUndefined()
    expect(isPublicAccount(addressOf(publicKeyOf(key)))).toBe(false)
  })
})
