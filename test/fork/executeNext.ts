import { expect } from 'vitest'
import type { LocalNode } from '../../src/library/localNode.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { type ChainName, recordedReceipts } from '../../src/primitives/recordings.cases.ts'
import type { Block } from '../../src/protocol/block.ts'

/** Sends the transactions of the next recorded block to a fork, mines them and expects the recorded receipts. */
export async function executeNext(node: LocalNode, chain: ChainName, next: Block): Promise<void> {
  for (const { encoded } of next.transactions.slice(0, -1)) {
    await node.request({ method: 'eth_sendRawTransaction', params: [toHex(encoded)] })
  }
  await node.request({ method: 'evm_mine' })
  const recorded = new Map(recordedReceipts(chain).map((receipt) => [receipt.transactionHash, receipt]))
  for (const { hash } of next.transactions) {
    const { gasUsed, status, logs } = recorded.get(toHex(hash))!
    const receipt = await node.request({ method: 'eth_getTransactionReceipt', params: [toHex(hash)] })
    expect(receipt).toMatchObject({
      gasUsed,
      status,
      logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
    })
  }
}
