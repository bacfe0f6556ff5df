import { afterEach, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'

/* The payment to the miners of a development chain whose transactions have paid fees. */

const remasc = `0x${'01000008'.padStart(40, '0')}`
const emptyBloom = `0x${'0'.repeat(512)}`
/** Blocks of which the last ones pay out the fees of the first. */
const blocks = 20
/** Costs enough gas to be paid out. */
const data = `0x${'ff'.repeat(20_000)}`

let node: LocalNode
afterEach(() => node.close())
const ask = (method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })

/** What clients were told while the fees were paid out: the last block, its logs, a filter's, a subscription's and a stream's. */
async function paidOut(skipRemasc: boolean) {
  node = await createNode({ skipRemasc, minimumGasPriceTarget: 1_000_000n })
  const told: unknown[] = []
  node.on('message', ({ data }) => told.push(data.result))
  const filter = await ask('eth_newFilter', {})
  await ask('eth_subscribe', 'logs', {})
  await ask('eth_subscribe', 'newHeads')
  const [from, to] = node.accounts.map(({ address }) => address)
  for (let count = 0; count < blocks; count++) await ask('eth_sendTransaction', { from, to, data })
  node.mine()
  await expect.poll(() => told.length).toBeGreaterThanOrEqual(blocks + 1)
  const block = Object(await ask('eth_getBlockByNumber', 'latest', false))
  const receipts = Object(await ask('eth_getBlockReceipts', 'latest'))
  return {
    block,
    receipts,
    found: Object(await ask('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })),
    ofBlock: Object(await ask('eth_getLogs', { blockHash: block.hash })),
    ofFilter: Object(await ask('eth_getFilterChanges', filter)),
    heads: told.filter((one) => Object(one).parentHash !== undefined),
    logs: told.filter((one) => Object(one).address !== undefined),
    stream: JSON.stringify(
      await ask('data_blocks', {
        fromBlock: 0,
        toBlock: blocks + 1,
        fields: { log: { address: true, transactionHash: true } },
        logs: [{}],
      }),
    ),
  }
}

describe('the payment to the miners', () => {
  it('is hidden with its logs, in answers, filters, subscriptions, streams and blooms', async () => {
    const { block, receipts, found, ofBlock, ofFilter, heads, logs, stream } = await paidOut(true)
    expect(block).toMatchObject({ transactions: [], logsBloom: emptyBloom })
    expect([receipts, found, ofBlock, ofFilter, logs]).toEqual([[], [], [], [], []])
    expect(heads.at(-1)).toMatchObject({ hash: block.hash, logsBloom: emptyBloom })
    expect(stream).not.toContain(remasc)
  })

  it('is shown with its logs on request', async () => {
    const { block, receipts, found, ofBlock, ofFilter, heads, logs, stream } = await paidOut(false)
    expect(block.transactions).toHaveLength(1)
    expect(block.logsBloom).not.toBe(emptyBloom)
    for (const shown of [receipts[0].logs, found, ofBlock, ofFilter, logs])
      expect(shown[0]).toMatchObject({ address: remasc })
    expect(heads.at(-1)).toMatchObject({ logsBloom: block.logsBloom })
    expect(stream).toContain(remasc)
  })
})
