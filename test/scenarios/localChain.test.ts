import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { openChain } from '../../src/chain/openChain.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { decodeBlock, encodeBlock } from '../../src/protocol/block.ts'
import { encodeReceipt } from '../../src/protocol/receipts.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'
import { isLongRun } from '../processes/longRun.ts'
import { LocalChainScenario } from './localChainScenario.ts'

/** Events that must happen at least once in each scenario. */
const expectedEvents = [
  ...['transfer', 'deployment', 'call', 'precompile', 'native', 'bridge', 'success', 'failure'],
  ...['replacement', 'refused', 'reorganisation', 'snapshot', 'revert', 'restart'],
]

const seeds = isLongRun ? [1, 2, 3, 4] : [1]

let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'cambium-scenario-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true }))

/** Imports the encoded blocks of a chain into an empty store. */
function importAgain(chain: Chain): Chain {
  const { network } = chain
  const again = openChain({ store: memoryStore(), network, clock: () => 0 })
  for (let number = 1; number <= chain.head.number; number++) {
    const stored = chain.select(number)!
    expect(again.import(decodeBlock(encodeBlock(stored), network))).toEqual({ status: 'best' })
    const receipts = again.head.receipts.map((receipt) => toHex(encodeReceipt(receipt)))
    expect(receipts).toEqual(stored.receipts.map((receipt) => toHex(encodeReceipt(receipt))))
  }
  return again
}

describe('a local chain under random operations', () => {
  it.each(seeds)('keeps balances, nonces and the pool consistent (seed %d)', async (seed) => {
    const scenario = await LocalChainScenario.start(dataFolder, seed)
    try {
      for (const mode of ['manual', 'per-transaction', 'manual', 'per-transaction'] as const) {
        scenario.run(125)
        await scenario.restart(mode)
      }
      expect([...scenario.counts.keys()]).toEqual(expect.arrayContaining(expectedEvents))
      const { chain } = scenario.node
      const again = importAgain(chain)
      expect(toHex(again.head.header.stateRoot)).toBe(toHex(chain.head.header.stateRoot))
      expect(toHex(again.stateAt('latest')!.commit().hash())).toBe(
        toHex(chain.stateAt('latest')!.commit().hash()),
      )
    } finally {
      scenario.close()
    }
  })
})
