import { describe, expect, it } from 'vitest'
import { regtestParameters } from '../../bitcoin/blocks/networkParameters.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { mainnet, regtest, testnet } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { bridgeCall, callBridge, contextOf, inputFor, integerOf } from '../bridgeWorld.cases.ts'
import { newFederation } from '../cells/federations.ts'
import { constantsOf } from '../constants/constantsOf.ts'
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
  const signature = 'getBtcBlockchainInitialBlockHeight()'
  const week = 604_800

  /** The answer while the active federation has this creation time. */
  function startingHeight(network: Network, creationTimeMillis?: number): bigint | undefined {
    const context = contextOf({ network, height: 7_000_000, isLocalCall: true })
    if (creationTimeMillis !== undefined) {
      const { genesisFederation } = constantsOf(network)
      newFederation.write(cellStore(context), { ...genesisFederation, creationTimeMillis })
    }
    return integerOf(callBridge(context, inputFor(signature)))
  }

  it('is that of the last checkpoint a week before its creation', () => {
    expect(startingHeight(mainnet)).toBe(499_968n)
    expect(startingHeight(testnet)).toBe(1_413_216n)
    // Testnet's block 1,415,232 has this time.
    const checkpoint = 1_538_931_612
    expect(startingHeight(testnet, checkpoint + week - 1)).toBe(1_413_216n)
    expect(startingHeight(testnet, checkpoint + week)).toBe(1_415_232n)
  })

  it('is that of the last known checkpoint for a creation time in milliseconds', () => {
    expect(startingHeight(mainnet, 1_700_000_000_000)).toBe(499_968n)
    expect(startingHeight(testnet, 1_700_000_000_000)).toBe(1_514_016n)
  })

  it('is zero before the first checkpoint, and on regtest', () => {
    // Mainnet's block 2,016 has this time.
    const first = 1_233_063_531
    expect(startingHeight(mainnet, first + week - 1)).toBe(0n)
    expect(startingHeight(mainnet, first + week)).toBe(2_016n)
    expect(startingHeight(regtest)).toBe(0n)
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
