import { describe, expect, it } from 'vitest'
import { toHex } from '../primitives/hex.ts'
import { derivedKeys } from './mnemonicKeys.ts'
import { accountOf } from './privateKey.ts'

const phrase = 'test test test test test test test test test test test junk'
const addresses = (path: string, count: number): string[] =>
  derivedKeys(phrase, path, count).map((key) => toHex(accountOf(key)))

describe('the keys of a mnemonic', () => {
  it('are those of Hardhat and Foundry', () => {
    expect(addresses("m/44'/60'/0'/0", 2)).toEqual([
      '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    ])
    expect(addresses("m/44'/60'/0'/0/", 1)).toEqual(addresses('m/44h/60h/0H/0', 1))
  })

  it('depend on the path', () => {
    expect(addresses("m/44'/137'/0'/0", 1)).not.toEqual(addresses("m/44'/60'/0'/0", 1))
  })

  it.each(['44/60', 'm/x', "m/2147483648'", `m${'/0'.repeat(11)}`])('cannot have the path %s', (path) => {
    expect(() => derivedKeys(phrase, path, 1)).toThrow('the derivation path')
  })

  it('need a phrase of 12 to 24 words', () => {
    expect(() => derivedKeys('test junk', 'm/0', 1)).toThrow('has 2 words')
  })
})
