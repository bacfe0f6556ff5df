import { beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { openChain } from '../../src/chain/openChain.ts'
import { asHash } from '../../src/primitives/bytes.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { type ChainName, recordedBlocks, recordedReceipts } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { encodeReceipt } from '../../src/protocol/receipts.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'
import { receiptOfRecording } from '../support/receiptOfRecording.ts'

/** Imports a recorded chain and checks the best block after each import. */
function importRecording(name: ChainName): Chain {
  const chain = openChain({ store: memoryStore(), network: regtest, clock: () => 0 })
  for (const { number, hash, stateRoot, receiptsRoot, best = hash, rlp } of recordedBlocks(name)) {
    const block = decodeBlock(fromHex(rlp), regtest)
    const isBest = best === hash
    expect({ number, ...chain.import(block) }).toEqual({ number, status: isBest ? 'best' : 'side' })
    expect(toHex(chain.head.hash)).toBe(best)
    const stored = chain.block(block.header.hash)!
    expect(toHex(stored.record.stateRoot)).toBe(stateRoot)
    expect(toHex(stored.header.receiptsRoot)).toBe(receiptsRoot)
  }
  return chain
}

describe.each(['basic', 'uncles', 'contracts', 'fuzz-a'] as const)('the recorded chain %s', (name) => {
  const receipts = recordedReceipts(name)
  let chain: Chain
  beforeAll(() => {
    chain = importRecording(name)
  }, 300_000)

  it('ends with the recorded best block and state', () => {
    const last = recordedBlocks(name).at(-1)!
    expect(toHex(chain.head.hash)).toBe(last.best ?? last.hash)
    expect(toHex(chain.stateAt('latest')!.commit().hash())).toBe(toHex(chain.head.header.stateRoot))
  })

  it('has the recorded receipts', () => {
    for (const recorded of receipts) {
      const found = chain.transaction(asHash(fromHex(recorded.transactionHash)))!
      expect(toHex(found.block.hash)).toBe(recorded.blockHash)
      expect(found.block.number).toBe(Number(recorded.blockNumber))
      expect(toHex(found.transaction.hash)).toBe(recorded.transactionHash)
      expect(toHex(encodeReceipt(found.receipt))).toBe(toHex(encodeReceipt(receiptOfRecording(recorded))))
    }
  })

  it('has a recorded receipt for every transaction', () => {
    let transactions = 0
    for (let number = 1; number <= chain.head.number; number++) {
      transactions += chain.select(number)!.transactions.length
    }
    expect(receipts).toHaveLength(transactions)
  })

  it('finds all logs of the receipts, in the order of the chain', () => {
    const found = chain.logs({ fromBlock: 0, toBlock: chain.head.number, addresses: [], topics: [] })
    const recorded = receipts.flatMap(({ logs, transactionHash }) =>
      logs.map(({ address, topics, data }) => ({ transactionHash, address, topics, data })),
    )
    expect(
      found.map(({ log, transactionHash }) => ({
        transactionHash: toHex(transactionHash),
        address: toHex(log.address),
        topics: log.topics.map(toHex),
        data: toHex(log.data),
      })),
    ).toEqual(recorded)
  })
})
