import { afterEach, describe, expect, it } from 'vitest'
import { closeFull, fullAnswer, LightWorld, serviceOver } from '../../src/answering/lightWorld.cases.ts'
import { openNode } from '../../src/node/openNode.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { toQuantity } from '../../src/primitives/quantity.ts'
import { type ChainName, recordedBlocks, recordedReceipts } from '../../src/primitives/recordings.cases.ts'
import { type Block, decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { Recordings } from '../fork/recordings.ts'
import { goldenBlocks } from '../golden/goldenCases.ts'
import { LyingEndpoint } from './lies/lyingEndpoint.ts'
import { compared } from './recordedCalls.ts'

/* The endpoint gives what the reference node answered, where it was recorded, and has no other methods than that node. */

const absent = /^(debug_getRaw|eth_getProof$|eth_getBlockReceipts$|rsk_getStorageBytesAt$)/

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0).reverse()) one.close()
})

async function lightOf(name: ChainName | 'golden', blocks: readonly Block[]) {
  const full = await openNode({ mining: { kind: 'manual' } })
  for (const block of blocks) full.chain.import(block)
  const service = serviceOver(full)
  opened.push({ close: () => closeFull(full, service) })
  const recordings = new Recordings(name, full.chain)
  const endpoint = await LyingEndpoint.open(async (call) => {
    if (absent.test(call.method)) return { error: { code: -32601, message: 'method not found' } }
    const text = await recordings.answer(JSON.stringify({ ...call, id: 1 }), async () =>
      JSON.stringify(await fullAnswer(service, call)),
    )
    const { result, error } = JSON.parse(text)
    return error === undefined ? { result } : { error }
  })
  opened.push(endpoint)
  const anchor = full.chain.select(0)!.hash
  const light = await LightWorld.overUrls([endpoint.url], { network: full.network, anchor })
  opened.push(light)
  return { full, service, light, recordings }
}

describe('over the reference node’s own answers', () => {
  it('links the headers and proves every block, transaction and receipt of the golden chain', async () => {
    const { full, service, light, recordings } = await lightOf('golden', goldenBlocks())
    const { head } = full.chain
    expect(light.node.headers.head.header.hash).toEqual(head.hash)
    const differing: object[] = []
    const compare = async (method: string, ...params: unknown[]): Promise<void> => {
      const call = { method, params }
      const { verified, ...answered } = await light.answer(method, params)
      const expected = compared(await fullAnswer(service, call), call)
      if (compared(answered, call) !== expected || verified !== 'proof')
        differing.push({ call, answered, expected, verified })
    }
    for (let number = 1; number <= head.number; number++) {
      const { transactions, uncles } = full.chain.select(number)!
      await compare('eth_getBlockByNumber', toQuantity(number), true)
      for (const index of uncles.keys())
        await compare('eth_getUncleByBlockNumberAndIndex', toQuantity(number), toQuantity(index))
      for (const { hash } of transactions) {
        await compare('eth_getTransactionByHash', toHex(hash))
        await compare('eth_getTransactionReceipt', toHex(hash))
      }
      await compare('eth_getLogs', { fromBlock: toQuantity(number), toBlock: toQuantity(number) })
    }
    expect(differing).toEqual([])
    expect(recordings.used).toBeGreaterThan(80)
  })

  it.each<ChainName>(['basic', 'contracts'])(
    'proves the receipts that were recorded of the chain %s',
    async (name) => {
      const blocks = recordedBlocks(name).map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
      const { light, recordings } = await lightOf(name, blocks)
      const receipts = recordedReceipts(name).slice(0, 40)
      for (const receipt of receipts) {
        const { result, verified } = await light.answer('eth_getTransactionReceipt', [
          receipt.transactionHash,
        ])
        expect(result).toMatchObject(receipt)
        expect(verified).toBe('proof')
      }
      expect(recordings.used).toBeGreaterThanOrEqual(receipts.length)
    },
  )
})
