import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type LocalNode, type RpcLog } from '../../src/index.ts'
import { createLightClient, type LightClient } from '../../src/library/light.ts'
import { mintingInput, tokenBytecode } from '../clients/token.ts'

/* Blocks that come and go, as subscribers and pollers of a light client learn of them. */

let node: LocalNode
let client: LightClient
let token: string
beforeEach(async () => {
  node = await createNode()
  const { url } = await node.listen()
  token = await deploy()
  client = await createLightClient({ endpoints: [url], network: 'regtest', pollMs: 0 })
})
afterEach(async () => {
  await client.close()
  await node.close()
})

async function send(transaction: object): Promise<string> {
  const from = node.accounts[0]!.address
  return node.request({ method: 'eth_sendTransaction', params: [{ from, ...transaction }] })
}

async function deploy(): Promise<string> {
  const hash = await send({ data: tokenBytecode })
  const receipt = await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  return receipt!.contractAddress!
}

/** Mines a block with this number of logs of the token. */
const mint = (count: number): Promise<string> => send({ to: token, data: mintingInput(count) })

const told = ({ blockHash, logIndex, removed }: RpcLog) => ({ blockHash, logIndex, removed })

async function reorganise(whenTold = async (): Promise<void> => {}): Promise<{ readonly left: string }> {
  const before = node.snapshot()
  await mint(2)
  const left = node.chain.head.hash
  await client.refresh()
  await whenTold()
  node.revert(before)
  await mint(1)
  node.mine(2)
  await client.refresh()
  return { left }
}

describe('after a reorganisation', () => {
  it('a subscriber gets the logs of the block that left as removed, and then those of the others', async () => {
    const logs: ReturnType<typeof told>[] = []
    client.on('message', ({ data }) => logs.push(told(data.result as RpcLog)))
    await client.request({ method: 'eth_subscribe', params: ['logs', { address: token }] })
    const { left } = await reorganise()
    const joined = node.chain.block(node.chain.head.number - 2)!.hash
    await expect
      .poll(() => logs)
      .toEqual([
        { blockHash: left, logIndex: '0x0', removed: false },
        { blockHash: left, logIndex: '0x1', removed: false },
        { blockHash: left, logIndex: '0x0', removed: true },
        { blockHash: left, logIndex: '0x1', removed: true },
        { blockHash: joined, logIndex: '0x0', removed: false },
      ])
  })

  it('a filter has the same, and the program hears of both branches', async () => {
    const branches: object[] = []
    client.on('reorg', ({ abandoned, adopted }) =>
      branches.push([abandoned, adopted].map((blocks) => blocks.map(({ number }) => number))),
    )
    const filter = await client.request({ method: 'eth_newFilter', params: [{ address: token }] })
    const poll = async (): Promise<object[]> => {
      const found = await client.request({ method: 'eth_getFilterChanges', params: [filter] })
      return found.flatMap((log) => (typeof log === 'string' ? [] : [told(log)]))
    }
    const before: object[] = []
    const { left } = await reorganise(async () => void before.push(...(await poll())))
    expect(before).toMatchObject([{ blockHash: left }, { blockHash: left }])
    expect(await poll()).toMatchObject([
      { blockHash: left, logIndex: '0x0', removed: true },
      { blockHash: left, logIndex: '0x1', removed: true },
      { logIndex: '0x0', removed: false },
    ])
    expect(branches).toEqual([[[2], [2, 3, 4]]])
  })
})

describe('the tags of blocks', () => {
  it('name the blocks that they name on a node, as the head moves', async () => {
    for (const mined of [7, 8]) {
      node.mine(mined)
      await client.refresh()
      for (const tag of ['safe', 'finalized', 'earliest', 'latest'])
        expect(await client.request({ method: 'eth_getHeaderByNumber', params: [tag] })).toEqual(
          await node.request({ method: 'eth_getHeaderByNumber', params: [tag] }),
        )
    }
  })
})
