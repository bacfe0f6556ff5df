import { createWalletClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'
import { createLightClient, type LightClient, ProviderRpcError } from '../../src/library/light.ts'
import { transport } from '../../src/library/viem.ts'

const receiver = `0x${'ab'.repeat(20)}` as const
const absentHash = `0x${'01'.repeat(32)}`

let node: LocalNode
let url: string
let client: LightClient
beforeEach(async () => {
  node = await createNode()
  url = (await node.listen()).url
  node.mine(3)
  client = await createLightClient({ endpoints: [url], network: 'regtest', pollMs: 0 })
})
afterEach(async () => {
  await client.close()
  await node.close()
})

const pay = (): Promise<string> =>
  node.request({
    method: 'eth_sendTransaction',
    params: [{ from: node.accounts[0]!.address, to: receiver, value: '0x10' }],
  })

describe('a light client of a development chain', () => {
  it('says what it believes and why', () => {
    const { head, kind, checkpoint, endpoints, text } = client.status()
    expect({ head: head.number, kind, first: checkpoint.number }).toEqual({
      head: 3,
      kind: 'linked',
      first: 0,
    })
    expect(endpoints).toMatchObject([{ url, standing: 'good', head: { number: 3 } }])
    expect(text).toMatch(/^head 3, \d+ s old, linked to the genesis block, one endpoint$/)
  })

  it('answers like the chain, with proof', async () => {
    const hash = await pay()
    await client.refresh()
    const questions = [
      { method: 'eth_blockNumber' },
      { method: 'eth_getBalance', params: [receiver, 'latest'] },
      { method: 'eth_getTransactionByHash', params: [hash] },
    ]
    for (const question of questions)
      expect(await client.answer(question)).toEqual({
        result: await node.request(question),
        verified: 'proof',
      })
    expect(await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })).toMatchObject({
      status: '0x1',
      transactionHash: hash,
    })
  })

  it('says that absence rests on the endpoint', async () => {
    const question = { method: 'eth_getTransactionByHash', params: [absentHash] }
    expect(await client.answer(question)).toEqual({ result: null, verified: 'endpoint' })
  })

  it('refuses what nothing proves, with the reason', async () => {
    const refused = client.request({ method: 'net_peerCount' })
    await expect(refused).rejects.toThrow(ProviderRpcError)
    await expect(refused).rejects.toMatchObject({
      code: -32016,
      message: expect.stringContaining('it asks what only a node knows'),
    })
  })

  it('refuses blocks below its checkpoint', async () => {
    const { hash: checkpoint } = node.chain.head
    node.mine(2)
    const above = await createLightClient({ endpoints: [url], network: 'regtest', checkpoint, pollMs: 0 })
    await expect(
      above.request({ method: 'eth_getBlockByNumber', params: ['0x2', false] }),
    ).rejects.toMatchObject({
      code: -32016,
      message: expect.stringContaining('before block 3, the first whose header is linked'),
    })
    await above.close()
  })

  it('tells new blocks to listeners and subscriptions', async () => {
    const blocks: number[] = []
    const heads: unknown[] = []
    client.on('block', ({ number }) => blocks.push(number))
    client.on('message', ({ data }) => heads.push(data.result))
    await client.request({ method: 'eth_subscribe', params: ['newHeads'] })
    node.mine(2)
    await client.refresh()
    expect(blocks).toEqual([4, 5])
    await expect.poll(() => heads).toMatchObject([{ number: '0x4' }, { number: '0x5' }])
  })

  it('sends a signed transaction, whose receipt is proved', async () => {
    const wallet = createWalletClient({
      account: privateKeyToAccount(node.accounts[0]!.privateKey),
      transport: transport(client),
    })
    const hash = await wallet.sendTransaction({ chain: null, to: receiver, value: 16n, type: 'legacy' })
    await client.refresh()
    const question = { method: 'eth_getTransactionReceipt', params: [hash] }
    expect(await client.answer(question)).toMatchObject({ result: { status: '0x1' }, verified: 'proof' })
  })

  it('passes on why an endpoint refuses a transaction', async () => {
    const account = privateKeyToAccount(`0x${'42'.repeat(32)}`)
    const signed = await account.signTransaction({
      to: receiver,
      value: 16n,
      gas: 21_000n,
      gasPrice: 1n,
      chainId: 33,
    })
    await expect(
      client.request({ method: 'eth_sendRawTransaction', params: [signed] }),
    ).rejects.toMatchObject({ code: -32003, message: expect.stringContaining('insufficient funds') })
  })

  it('passes unverified methods on, and marks their answers', async () => {
    await using trusting = await createLightClient({
      endpoints: [url],
      network: 'regtest',
      pollMs: 0,
      unverified: ['net_peerCount', 'eth_unknown'],
    })
    expect(await trusting.answer({ method: 'net_peerCount' })).toEqual({
      result: '0x0',
      verified: 'endpoint',
    })
  })

  it('rejects all requests when it is closed', async () => {
    const disconnects: number[] = []
    client.on('disconnect', ({ code }) => disconnects.push(code))
    await client.close()
    await client.close()
    expect(disconnects).toEqual([4900])
    await expect(client.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 4900 })
  })
})

describe('options', () => {
  it.each([
    [{}, /endpoints is missing/],
    [{ endpoints: [] }, /endpoints must have 1 to 8 URLs, got 0/],
    [{ endpoints: ['ftp://host'] }, /endpoints\[0\] must be mainnet, testnet or an HTTP URL$/],
    [{ endpoints: ['mainnet'], netwrok: 'mainnet' }, /netwrok is not an option; did you mean network\?/],
    [{ endpoints: ['mainnet'], webSocket: 'http://host' }, /webSocket must be a URL of ws: or wss:/],
    [{ endpoints: ['mainnet'], announce: true }, /announce needs a web page, and not a worker of it/],
    [
      { endpoints: ['mainnet'], link: false, dataFolder: 'headers' },
      /dataFolder is given, but link is false/,
    ],
  ])('%j is refused', async (options, message) => {
    await expect(createLightClient(Object(options))).rejects.toThrow(message)
  })

  it('an endpoint that does not answer is named, with its reason', async () => {
    await node.close()
    await expect(createLightClient({ endpoints: [url], network: 'regtest' })).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: -32000,
      message: expect.stringContaining(url),
    })
  })

  it('a local chain without a checkpoint is not mainnet', async () => {
    await expect(createLightClient({ endpoints: [url], network: 'testnet' })).rejects.toMatchObject({
      code: 4900,
      message: expect.stringContaining('give the hash of a block that you trust'),
    })
  })
})
