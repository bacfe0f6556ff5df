import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import { mainnetParameters, regtestParameters, testnetParameters } from './networkParameters.ts'
import { targetOf, workOf } from './target.ts'

describe('the parameters of the Bitcoin networks', () => {
  it.each([
    ['mainnet', mainnetParameters, '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
    ['testnet', testnetParameters, '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'],
    ['regtest', regtestParameters, '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
  ])('contain the genesis block of %s', (_network, { genesis }, hash) => {
    expect(toHexDigits(genesis.header.hash)).toBe(hash)
    expect(genesis.work).toBe(workOf(targetOf(genesis.header.bits)))
  })
})
