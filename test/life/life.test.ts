import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { openChain } from '../../src/chain/openChain.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { decodeBlock, encodeBlock } from '../../src/protocol/block.ts'
import { encodeReceipt } from '../../src/protocol/receipts.ts'
import { memoryStore } from '../../src/store/memoryStore.ts'
import { Life } from './life.ts'

const everything = [
  ...['transfer', 'deployment', 'call', 'precompile', 'native', 'bridge', 'success', 'failure'],
  ...['replacement', 'refused', 'reorganisation', 'snapshot', 'revert', 'restart'],
]

let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'cambium-life-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true }))

/** Runs the blocks of a chain again, from their bytes, on an empty store. */
function relive(chain: Chain): Chain {
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

describe('a long life', () => {
  it.each([1, 2])('keeps money, nonces and pool in order, whatever happens (seed %d)', async (seed) => {
    const life = await Life.begin(dataFolder, seed)
    try {
      for (const mode of ['manual', 'per-transaction', 'manual', 'per-transaction'] as const) {
        life.live(125)
        await life.restart(mode)
      }
      expect([...life.diary.keys()]).toEqual(expect.arrayContaining(everything))
      const { chain } = life.node
      const again = relive(chain)
      expect(toHex(again.head.header.stateRoot)).toBe(toHex(chain.head.header.stateRoot))
      expect(toHex(again.stateAt('latest')!.commit().hash())).toBe(
        toHex(chain.stateAt('latest')!.commit().hash()),
      )
    } finally {
      life.end()
    }
  })
})
