import { describe, expect, it } from 'vitest'
import { contextAfter, listBlocks } from '../../native/nativeWorld.cases.ts'
import {
  blockHeaderAddress,
  environmentAddress,
  hdWalletUtilsAddress,
  remascAddress,
  standardPrecompileAddress,
} from '../../protocol/addresses.ts'
import { mainnet } from '../../protocol/networks/definitions.ts'
import { nativeContract } from './nativeContracts.ts'

const blocks = listBlocks(0, {}, mainnet)
const activeAt = (height: number) => {
  const context = contextAfter(blocks, { network: mainnet, rulesOf: height })
  return [remascAddress, hdWalletUtilsAddress, blockHeaderAddress, environmentAddress].map(
    (address) => nativeContract(address, context)?.name,
  )
}

describe('the native contracts of mainnet', () => {
  it.each([
    [1, ['REMASC', undefined, undefined, undefined]],
    [1_590_999, ['REMASC', undefined, undefined, undefined]],
    [1_591_000, ['REMASC', 'HDWalletUtils', 'BlockHeader', undefined]],
    [6_223_700, ['REMASC', 'HDWalletUtils', 'BlockHeader', 'Environment']],
  ])('exist from their activation on: at height %i', (height, names) => {
    expect(activeAt(height)).toEqual(names)
  })

  it('do not include other addresses', () => {
    const context = contextAfter(blocks, { network: mainnet })
    expect(nativeContract(standardPrecompileAddress(1), context)).toBeUndefined()
  })
})
