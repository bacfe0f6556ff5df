import { describe, expect, it } from 'vitest'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { blockHeaderAddress, bridgeAddress, remascAddress } from '../../protocol/addresses.ts'
import { mainnet } from '../../protocol/networks/definitions.ts'
import { prepareState } from './executeBlock.ts'

const wasabi = 1_591_000

describe('preparing the state', () => {
  it('marks the oldest precompiled contracts and creates the new ones in the block that activates them', () => {
    const state = emptyState()
    state.addBalance(bridgeAddress, 5n)
    state.addBalance(blockHeaderAddress, 7n)
    prepareState(state, mainnet, wasabi)
    expect(state.balance(bridgeAddress)).toBe(5n)
    expect(state.balance(blockHeaderAddress)).toBe(0n)
    for (const address of [bridgeAddress, blockHeaderAddress, remascAddress]) {
      expect(state.exists(address)).toBe(true)
      expect(state.isContract(address)).toBe(true)
    }
  })

  it('does not change the state in any other block', () => {
    const state = emptyState()
    prepareState(state, mainnet, wasabi + 1)
    expect(state.exists(remascAddress)).toBe(false)
  })
})
