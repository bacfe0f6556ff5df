import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../../src/library/createNode.ts'
import type { LocalNode } from '../../src/library/localNode.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { recordedBlocks, recordedReceipts } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { Origin } from './origin.ts'

const forkAt = 200

let origin: Origin
beforeAll(async () => {
  origin = await Origin.open('contracts', forkAt)
})
afterAll(() => origin.close())

let fork: LocalNode | undefined
afterEach(async () => {
  await fork?.close()
  fork = undefined
  await origin.set({ offers: 'all', replace: undefined, status: undefined, latencyMs: 0 })
})

const open = async (options: object = {}): Promise<LocalNode> => {
  fork = await createNode({ fork: { url: origin.url }, accounts: 0, skipRemasc: false, ...options })
  return fork
}

describe.each(['all', 'plain'] as const)('a fork of an endpoint with %s methods', (offers) => {
  it('answers what the origin answers at the fork block', async () => {
    await origin.set({ offers })
    const node = await open()
    const blockNumber = await node.request({ method: 'eth_blockNumber' })
    expect(blockNumber).toBe(`0x${forkAt.toString(16)}`)
    const block = await node.request({ method: 'eth_getBlockByNumber', params: ['latest', true] })
    expect(block).toMatchObject(await origin.ask<object>('eth_getBlockByNumber', ['latest', true]))
    const past = await node.request({ method: 'eth_getBlockByNumber', params: ['0x0', true] })
    expect(past).toMatchObject(await origin.ask<object>('eth_getBlockByNumber', ['0x0', true]))
  })

  it('executes the transactions of the next block with the recorded results', async () => {
    await origin.set({ offers })
    const node = await open({ mining: 'manual' })
    const next = decodeBlock(
      fromHex(recordedBlocks('contracts').find(({ number }) => number === forkAt + 1)!.rlp),
      regtest,
    )
    for (const transaction of next.transactions.slice(0, -1)) {
      await node.request({ method: 'eth_sendRawTransaction', params: [toHex(transaction.encoded)] })
    }
    await node.request({ method: 'evm_mine' })
    const recorded = new Map(
      recordedReceipts('contracts').map((receipt) => [receipt.transactionHash, receipt]),
    )
    for (const { hash } of next.transactions.slice(0, -1)) {
      const { gasUsed, status, logs } = recorded.get(toHex(hash))!
      const receipt = await node.request({ method: 'eth_getTransactionReceipt', params: [toHex(hash)] })
      expect(receipt).toMatchObject({
        gasUsed,
        status,
        logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
      })
    }
  })
})
