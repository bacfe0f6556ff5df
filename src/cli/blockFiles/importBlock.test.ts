import { beforeEach, describe, expect, it } from 'vitest'
import type { Chain } from '../../chain/chain.ts'
import { openChain } from '../../chain/openChain.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { regtest, testnet } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { importBlock } from './importBlock.ts'

const recording = recordedBlocks('uncles').slice(0, 30)
const firstWithTransaction = recordedBlocks('contracts')[10]!

const newChain = (network: Network): Chain => openChain({ store: memoryStore(), network, clock: () => 0 })
const offer = (chain: Chain, rlp: string, hash?: string) =>
  importBlock(
    {
      item: { place: 'line 5', rlp: fromHex(rlp), hash: hash === undefined ? undefined : fromHex(hash) },
      findings: undefined,
    },
    chain,
    'file',
  )

let chain: Chain
beforeEach(() => {
  chain = newChain(regtest)
})

describe('importBlock', () => {
  it('accepts blocks of all branches and stored blocks', () => {
    for (const { rlp, hash, best } of recording) {
      const { block, isStoredBefore } = offer(chain, rlp, hash)
      expect([toHex(block.header.hash), isStoredBefore]).toEqual([hash, false])
      chain.saveGroup()
      expect(toHex(chain.head.hash)).toBe(best)
    }
    const { block, isStoredBefore } = offer(chain, recording[3]!.rlp)
    expect([toHex(block.header.hash), isStoredBefore]).toEqual([recording[3]!.hash, true])
  })

  it.each<readonly [string, string, string | undefined, RegExp]>([
    [
      'is truncated',
      recording[0]!.rlp.slice(0, -10),
      undefined,
      /^file, line 5: does not hold a block of regtest: block/,
    ],
    ['has another hash', recording[0]!.rlp, `0x${'01'.repeat(32)}`, /gives block 1 \(0x.*\) the hash 0x0101/],
    [
      'has no parent',
      recording[1]!.rlp,
      undefined,
      /block 2 \(0x.*\) leaves a gap: its parent 0x.* is unknown/,
    ],
    [
      'has a changed state root',
      recording[0]!.rlp.replace(recording[0]!.stateRoot.slice(2), '77'.repeat(32)),
      undefined,
      /block 1 \(0x.*\) is rejected: proof-of-work/,
    ],
  ])('names file, line and reason when the block %s', (_, rlp, hash, problem) => {
    expect(() => offer(chain, rlp, hash)).toThrow(problem)
    expect(chain.head.number).toBe(0)
  })

  it('names the network of a block that follows another genesis or is signed for another chain', () => {
    const problem = 'file, line 5: holds a block of regtest, not of testnet: choose --network regtest'
    expect(() => offer(newChain(testnet), recording[0]!.rlp)).toThrow(problem)
    expect(() => offer(newChain(testnet), firstWithTransaction.rlp)).toThrow(problem)
  })
})
