import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JsonRpcProvider } from 'ethers'
import { createPublicClient, webSocket } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CreateNodeOptions, createNode, type LocalNode } from '../../src/index.ts'

/* What a node in a web page does not have. The other tests of the library also run in a page (test/web/inPage). */

const nodes: LocalNode[] = []
async function nodeWith(options: CreateNodeOptions = {}): Promise<LocalNode> {
  const node = await createNode(options)
  nodes.push(node)
  return node
}
afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
})

describe('a node with a data folder', () => {
  let dataFolder: string
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'cambium-library-'))
  })
  afterEach(() => {
    for (const node of nodes.splice(0)) node.close()
    rmSync(dataFolder, { recursive: true })
  })

  it('continues the chain of an earlier node', async () => {
    const first = await nodeWith({ dataFolder })
    const [sender, receiver] = first.accounts
    const payment = { from: sender!.address, to: receiver!.address, value: '0x5' }
    const hash = await first.request({ method: 'eth_sendTransaction', params: [payment] })
    first.close()
    const second = await nodeWith({ dataFolder })
    const found = await second.request({ method: 'eth_getTransactionByHash', params: [hash] })
    expect(found).toMatchObject({ hash, value: '0x5' })
  })

  it('does not continue in the folder of a chain with another id', async () => {
    const first = await nodeWith({ dataFolder, flush: 'none' })
    first.close()
    await expect(createNode({ dataFolder, chainId: 44 })).rejects.toThrow(
      'holds a chain with the id 33, not 44: choose this id, or another folder',
    )
  })
})

describe('a node that listens', () => {
  it('serves the same chain over HTTP and WebSocket until it is closed', async () => {
    const node = await nodeWith()
    const { url, webSocketUrl, port, close } = await node.listen()
    expect(url).toBe(`http://127.0.0.1:${port}`)
    const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 })
    node.mine()
    expect(await provider.getBlockNumber()).toBe(1)
    provider.destroy()
    const client = createPublicClient({ transport: webSocket(webSocketUrl, { reconnect: false }) })
    const hashes: string[] = []
    const unwatch = client.watchBlocks({ onBlock: ({ hash }) => hashes.push(hash) })
    await expect
      .poll(
        () => {
          node.mine()
          return hashes.length
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0)
    unwatch()
    await close()
    await expect(fetch(url)).rejects.toThrow()
    expect(await node.request({ method: 'eth_blockNumber' })).toMatch(/^0x/)
    const second = await node.listen({ port: 0 })
    await node.close()
    await expect(fetch(second.url)).rejects.toThrow()
  })

  it.each([
    [{ prot: 1 }, 'the options of listen.prot is not an option; did you mean port?'],
    [{ port: -1 }, 'port must be a whole number from 0 to 65535, got -1'],
    [{ host: 'nowhere.invalid' }, 'the node cannot listen on port 0 of nowhere.invalid'],
  ])('refuses %o', async (options, message) => {
    const node = await nodeWith()
    await expect(node.listen(options as object)).rejects.toThrow(message)
  })

  it('refuses each request of a batch that is too long, by the name of the setting', async () => {
    const node = await nodeWith()
    const { url } = await node.listen()
    const post = async (count: number): Promise<unknown> => {
      const batch = Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(batch),
      })
      return response.json()
    }
    expect(await post(1_000)).toHaveLength(1_000)
    const refused = await post(1_001)
    expect(refused).toHaveLength(1_001)
    expect(Object(refused)[7]).toMatchObject({
      id: 7,
      error: { message: expect.stringContaining('--limits.batch-items') },
    })
  })
})
