import { describe, expect, it } from 'vitest'
import { regtestParameters } from '../../bitcoin/blocks/networkParameters.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { mainnet, testnet } from '../../protocol/networks/definitions.ts'
import { bridgeCall, callBridge, contextOf, inputFor, integerOf } from '../bridgeWorld.cases.ts'
import { newFederation } from '../cells/federations.ts'
import { testnetBridge } from '../constants/testnet.ts'
import { cellStore } from '../context/bridgeContext.ts'
import { memberAccount } from '../federation/member.ts'
import { PegScenario } from '../pegScenario.cases.ts'
import { blockLocator } from './blockLocator.ts'
import { BitcoinChain } from './chain.ts'
import { receiveHeaders } from './receiveHeaders.ts'

describe('the block locator', () => {
  it('lists blocks at doubling distances from the head, and the first block', () => {
    const scenario = new PegScenario()
    scenario.mineEmpty(10)
    const bridge = bridgeCall({ state: scenario.state })
    const chain = BitcoinChain.open(bridge)
    const hashes = [10, 9, 8, 6, 2, 0].map((height) =>
      toHexDigits(chain.blockAtDepth(10 - height)!.header.hash),
    )
    expect(blockLocator(bridge)).toEqual(hashes)
  })

  it('lists only the first block of an empty chain', () => {
    expect(blockLocator(bridgeCall())).toEqual([toHexDigits(regtestParameters.genesis.header.hash)])
  })
})

describe('the starting height of a federation', () => {
  const initialHeight = 'getBtcBlockchainInitialBlockHeight()'

  it('is the height of a checkpoint before its creation', () => {
    const state = emptyState()
    const context = contextOf({ network: testnet, height: 4_000_000, state, isLocalCall: true })
    expect(integerOf(callBridge(context, inputFor(initialHeight)))).toBe(1_413_216n)
    const later = { ...testnetBridge.genesisFederation, creationTimeMillis: 1_600_000_000 }
    newFederation.write(cellStore(context), later)
    expect(integerOf(callBridge(context, inputFor(initialHeight)))).toBe(1_514_016n)
  })
})

describe('a header with a count of transactions', () => {
  const { genesis } = regtestParameters
  const receive = (height: number, count: readonly number[]) => () => {
    const bridge = bridgeCall({ network: mainnet, height })
    const caller = memberAccount(bridge.constants.genesisFederation.members[0]!)
    const header = concatBytes(genesis.header.bytes, new Uint8Array(count))
    receiveHeaders({ ...bridge, call: { ...bridge.call, caller } }, [header])
  }

  it('is accepted before RSKIP124 when the count is zero', () => {
    expect(receive(1_590_999, [0])).not.toThrow()
    expect(receive(1_590_999, [0xfd, 0, 0, 7])).not.toThrow()
    expect(receive(1_591_000, [0])).toThrow('81 bytes')
  })

  it('is refused when the count is not zero', () => {
    expect(receive(1_590_999, [1, 0, 0, 0, 0])).toThrow('85 bytes')
    expect(receive(1_590_999, [0xfd, 0])).toThrow('82 bytes')
    expect(receive(1_590_999, [0, 0, 0, 0, 0, 0])).toThrow('86 bytes')
  })
})
