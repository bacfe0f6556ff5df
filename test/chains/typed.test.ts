import { beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { asHash } from '../../src/primitives/bytes.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import type { RecordedReceipt } from '../../src/primitives/recordings.cases.ts'
import { encodeBlock } from '../../src/protocol/block.ts'
import { encodeReceipt } from '../../src/protocol/receipts.ts'
import { receiptOfRecording } from '../support/receiptOfRecording.ts'
import { historyBlocks, importHistory, recordedLines } from './historyChains.ts'

interface TypedReceipt extends RecordedReceipt {
  readonly type: string
  readonly effectiveGasPrice: string
  /** Instead of `gasUsed`, which the recorded node computes wrongly for the first transaction of a sublist. */
  readonly gasUsedInBlock?: string
}

describe('the recorded chain typed-a, with the drafts of typed transactions', () => {
  let chain: Chain
  beforeAll(() => {
    chain = importHistory('typed-a')
  }, 300_000)

  it('reproduces every root with the reference engine', () => {
    expect(importHistory('typed-a', { engine: 'reference' }).head.hash).toEqual(chain.head.hash)
  }, 300_000)

  it('is stored as it was recorded, byte for byte', () => {
    for (const { hash, rlp } of historyBlocks('typed-a')) {
      expect(toHex(encodeBlock(chain.block(asHash(fromHex(hash)))!))).toBe(rlp)
    }
  })

  it('has the recorded receipts', () => {
    const receipts = recordedLines<TypedReceipt>('typed-a.receipts.jsonl.gz')
    for (const recorded of receipts) {
      const { transaction, receipt } = chain.transaction(asHash(fromHex(recorded.transactionHash)))!
      const wanted = receiptOfRecording({ ...recorded, gasUsed: recorded.gasUsedInBlock ?? recorded.gasUsed })
      expect(toHex(encodeReceipt(receipt))).toBe(toHex(encodeReceipt(wanted)))
      expect(transaction.gasPriceValue).toBe(BigInt(recorded.effectiveGasPrice))
      expect(Number(toHex(transaction.prefix) === '0x' ? '0x0' : toHex(transaction.prefix))).toBe(
        Number(recorded.type),
      )
    }
    expect(receipts).toHaveLength(3_206)
  })
})
