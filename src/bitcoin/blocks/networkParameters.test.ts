import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import { mainnetParameters, regtestParameters, testnetParameters } from './networkParameters.ts'
import { targetOf, workOf } from './target.ts'

describe('the parameters of the Bitcoin networks', () => {
  it.each([
    ['mainnet', mainnetParameters, '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
    ['testnet', testnetParameters, '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'],
    ['regtest', regtestParameters, '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
  ])('hold the genesis block of %s', (_network, { genesis }, hash) => {
    expect(toHexDigits(genesis.header.hash)).toBe(hash)
    expect(genesis.work).toBe(workOf(targetOf(genesis.header.bits)))
  })

  it.each([
    [mainnetParameters, 499_968, '000000000000000000296e10eb4987c4eb9b7ba0841102dec4480e5d6b89acb5'],
    [testnetParameters, 1_413_216, '000000000000001aa547c01c17edae35e21dd63fd7e6627daedf997bd3a54627'],
  ])('hold the checkpoints of the public networks', ({ checkpoints }, height, hash) => {
    expect(checkpoints?.first.height).toBe(height)
    expect(toHexDigits(checkpoints!.first.header.hash)).toBe(hash)
  })
})
