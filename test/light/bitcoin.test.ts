import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openRpc } from '../../src/dev/bitcoin/rpc/bitcoinRpc.cases.ts'
import { createLightClient } from '../../src/library/createLightClient.ts'
import { createNode } from '../../src/library/createNode.ts'
import { poolBlock } from '../../src/mining/proof/bitcoinBlock.cases.ts'
import { asHash, reversedBytes } from '../../src/primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../src/primitives/hex.ts'

/*
 * Freshness by Bitcoin, over the JSON-RPC of a Bitcoin node of regtest: the simulated one, or another implementation whose URL is
 * LIGHT_BITCOIN, http://USER:PASSWORD@HOST:PORT, with one of its addresses, LIGHT_BITCOIN_ADDRESS.
 */

const { LIGHT_BITCOIN: given, LIGHT_BITCOIN_ADDRESS: miner = 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8' } =
  process.env

/** Serves the simulated Bitcoin node. */
async function serveBitcoin(): Promise<string> {
  const { rpc } = await openRpc()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const { status, text } = await rpc.answer(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://someuser:somepassword@127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Bitcoin = <Result>(method: string, ...params: unknown[]) => Promise<Result>

const bitcoinAt =
  (url: string): Bitcoin =>
  async (method, ...params) => {
    const { username, password, origin } = new URL(url)
    const response = await fetch(origin, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      },
      body: JSON.stringify({ id: 1, method, params }),
    })
    return JSON.parse(await response.text()).result
  }

type Node = Awaited<ReturnType<typeof createNode>>
type Light = Awaited<ReturnType<typeof createLightClient>>
let node: Node
let url: string
beforeEach(async () => {
  node = await createNode({ mining: 'manual' })
  url = (await node.listen()).url
})
afterEach(() => node.close())

/** Rootstock blocks on the best Bitcoin block, as a pool mines them. */
async function mineOn(bitcoin: Bitcoin, count: number): Promise<void> {
  const parentHash = reversedBytes(fromHex(`0x${await bitcoin<string>('getbestblockhash')}`))
  for (let mined = 0; mined < count; mined++) {
    const { blockHashForMergedMining, target } = await node.request({ method: 'mnr_getWork' })
    const block = poolBlock(asHash(fromHex(blockHashForMergedMining)), fromHex(target), { parentHash })
    await node.request({ method: 'mnr_submitBitcoinBlock', params: [toHexDigits(block.toBuffer())] })
  }
}

async function open(bitcoin: string, problems: string[] = []): Promise<Light> {
  const light = await createLightClient({
    endpoints: [url],
    network: 'regtest',
    bitcoin,
    pollMs: 0,
    onProblem: ({ message }) => problems.push(message),
  })
  onTestFinished(() => light.close())
  return light
}

describe('a light client with a Bitcoin node', () => {
  it('says whether the newest headers were mined on the newest Bitcoin blocks', async () => {
    const bitcoinUrl = given ?? (await serveBitcoin())
    const bitcoin = bitcoinAt(bitcoinUrl)
    const generate = (count: number): Promise<unknown> => bitcoin('generatetoaddress', count, miner)
    await generate(2)
    await node.request({ method: 'evm_mine' })
    const problems: string[] = []
    const light = await open(bitcoinUrl, problems)
    expect(light.status().isFreshByBitcoin).toBe(false)
    expect(light.status().text).toContain('not on the newest blocks of Bitcoin')
    await mineOn(bitcoin, 12)
    await light.refresh()
    expect(light.status()).toMatchObject({ isFreshByBitcoin: true, head: { number: 13 } })
    expect(light.status().text).toContain('fresh by Bitcoin')
    await generate(6)
    await light.refresh()
    expect(light.status().isFreshByBitcoin).toBe(true)
    await generate(1)
    await light.refresh()
    expect(light.status().isFreshByBitcoin).toBe(false)
    expect(problems).toEqual([])
  })

  it('answers without it, and names it without its password', async () => {
    const problems: string[] = []
    const light = await open('http://someuser:somepassword@127.0.0.1:1', problems)
    expect(light.status().isFreshByBitcoin).toBeUndefined()
    expect(await light.request({ method: 'eth_blockNumber' })).toBe('0x0')
    expect(problems).toEqual([
      'the Bitcoin node cannot be asked: the endpoint http://127.0.0.1:1/… cannot be reached (ECONNREFUSED)',
    ])
  })
})
