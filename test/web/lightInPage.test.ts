import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type Hash, type LocalNode } from '../../src/index.ts'
import { hasBrowser, useBrowser, type WatchedPage } from './browser.ts'
import { type PageServer, servePages, strictPolicy } from './inPage/pageServer.ts'
import { type LyingEndpoint, openLyingEndpoint } from './lyingEndpoint.ts'

/* The light client as it is published, in a page and in a worker of it. */

const dist = resolve(import.meta.dirname, '../../dist/browser')
const receiver = `0x${'42'.repeat(20)}`

const story = `
const opened = async ({ module, hash, contract, ...options }) => (await import(module)).createLightClient({ network: 'regtest', pollMs: 0, ...options })
const shown = ({ code, message }) => code + ': ' + message

export async function reads(options) {
  const { hash, contract } = options
  const client = await opened(options)
  const balance = await client.answer({ method: 'eth_getBalance', params: ['${receiver}', 'latest'] })
  const { status, transactionHash } = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  const called = await client.answer({ method: 'eth_call', params: [{ to: contract, data: '0x' }, 'latest'] })
  const accounts = await client.request({ method: 'eth_accounts' })
  const peers = await client.request({ method: 'net_peerCount' }).catch(shown)
  const { kind, head } = client.status()
  await client.close()
  return { balance, status, transactionHash, called, accounts, peers, kind, head: head.number }
}

export async function deceived(options) {
  const { hash } = options
  const client = await opened(options)
  const balance = await client.request({ method: 'eth_getBalance', params: ['${receiver}', 'latest'] }).catch(shown)
  await client.close()
  const other = await opened(options)
  const receipt = await other.request({ method: 'eth_getTransactionReceipt', params: [hash] }).catch(shown)
  await other.close()
  return { balance, receipt }
}

export const refused = (options) => opened(options).then(() => 'accepted', ({ name, message }) => name + ': ' + message)

/** As a program does that lets its user choose a wallet. */
export async function picks(options) {
  const found = []
  addEventListener('eip6963:announceProvider', ({ detail }) => found.push(detail))
  const client = await opened({ ...options, announce: true })
  dispatchEvent(new Event('eip6963:requestProvider'))
  const [{ info, provider }] = found
  const chainId = await provider.request({ method: 'eth_chainId' })
  await client.close()
  const count = found.length
  dispatchEvent(new Event('eip6963:requestProvider'))
  return { name: info.name, isUuid: /^[\\da-f]{8}-[\\da-f]{4}-4/.test(info.uuid), count, chainId, isGone: found.length === count }
}

let followed
export async function follows(options) {
  const client = await opened(options)
  const heads = []
  client.on('message', ({ data }) => heads.push(data.result.number))
  await client.request({ method: 'eth_subscribe', params: ['newHeads'] })
  followed = { client, heads }
}
export const heads = () => followed.heads
export const stop = () => followed.client.close()
`
const worker = `
import { reads } from './story.js'
self.onmessage = ({ data }) => reads(data).then((seen) => self.postMessage(seen))
`
const pages: Readonly<Record<string, string>> = { '/story.js': story, '/worker.js': worker }

/** Changes a digit in the middle of each long hex text. */
const withOtherProof = (answer: string): string =>
  answer.replace(/(?<=0x[\da-f]{60})[\da-f]/g, (digit) => (digit === '1' ? '2' : '1'))

describe.skipIf(!hasBrowser)('a light client in a page', () => {
  const browser = useBrowser()
  let node: LocalNode
  let liar: LyingEndpoint
  let server: PageServer
  let watched: WatchedPage
  let options: { readonly endpoints: readonly string[]; readonly hash: string; readonly contract: string }
  let sockets: string
  beforeAll(async () => {
    node = await createNode()
    const { url } = await node.listen()
    sockets = url.replace('http', 'ws')
    liar = await openLyingEndpoint(url)
    const send = (transaction: object): Promise<Hash> =>
      node.request({
        method: 'eth_sendTransaction',
        params: [{ from: node.accounts[0]!.address, ...transaction }],
      })
    const hash = await send({ to: receiver, value: '0x64' })
    // Code that returns 42.
    const created = await send({ data: '0x600a600c600039600a6000f3602a60005260206000f3', gas: '0x186a0' })
    const contract = node.chain.receipt(created)!.contractAddress!
    options = { endpoints: [url], hash, contract }
    const read = (path: string) => {
      const file = resolve(dist, path.slice(1))
      return pages[path] ?? (existsSync(file) && file.startsWith(`${dist}/`) ? readFileSync(file) : undefined)
    }
    server = await servePages(read, { 'content-security-policy': strictPolicy(url, sockets, liar.url) })
    watched = await browser.open()
    await watched.page.goto(server.url)
  })
  afterAll(async () => {
    await watched?.close(/favicon|404/)
    for (const opened of [server, liar, node]) await opened?.close()
  })

  const run = <Result>(name: string, argument: object = {}): Promise<Result> =>
    watched.page.evaluate<Result>(
      `import('/story.js').then((story) => story.${name}(${JSON.stringify(argument)}))`,
    )
  const seen = () => ({
    balance: { result: '0x64', verified: 'proof' },
    status: '0x1',
    transactionHash: options.hash,
    called: { result: `0x${'2a'.padStart(64, '0')}`, verified: 'proof' },
    accounts: [],
    peers: expect.stringContaining('it asks what only a node knows'),
    kind: 'linked',
    head: 2,
  })

  it.each(['/light.js', '/urls/light.js'])('of %s proves a balance, a receipt and a call', async (module) => {
    expect(await run('reads', { ...options, module })).toEqual(seen())
  })

  it('runs in a worker', async () => {
    const argument = JSON.stringify({ ...options, module: '/light.js' })
    const answer = await watched.page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' })
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage(${argument})
    })`)
    expect(answer).toEqual(seen())
  })

  it('refuses false answers with the name of the endpoint', async () => {
    const lies: Readonly<Record<string, (answer: string) => string>> = {
      eth_getProof: withOtherProof,
      eth_getBlockReceipts: (answer) => answer.replace('"status":"0x1"', '"status":"0x0"'),
      eth_getTransactionReceipt: (answer) => answer.replace('"status":"0x1"', '"status":"0x0"'),
      debug_getRawReceipts: (answer) => answer.replace(/01"\]/, '00"]'),
    }
    liar.lie = (answer, method) => lies[method]?.(answer) ?? answer
    const { balance, receipt } = await run<Record<string, string>>('deceived', {
      ...options,
      endpoints: [liar.url],
      module: '/light.js',
    })
    expect(balance).toContain(liar.url)
    expect(balance).toMatch(/false|proof|hash/)
    expect(receipt).toContain(liar.url)
    expect(receipt).toMatch(/receipts/)
  })

  it('is found by programs that look for wallets, until it is closed', async () => {
    expect(await run('picks', { ...options, module: '/light.js' })).toEqual({
      name: 'Cambium light',
      isUuid: true,
      count: 2,
      chainId: '0x21',
      isGone: true,
    })
  })

  it('hears of new blocks by a WebSocket', async () => {
    await run('follows', { ...options, webSocket: sockets, module: '/light.js' })
    node.mine()
    await expect.poll(() => run('heads')).toEqual(['0x3'])
    await run('stop')
  })

  it('hears of new blocks by polling', async () => {
    await run('follows', { ...options, pollMs: 50, module: '/light.js' })
    node.mine()
    await expect.poll(() => run('heads')).toEqual(['0x4'])
    await run('stop')
  })

  it('keeps no headers in a folder', async () => {
    const refused = await run('refused', { ...options, dataFolder: 'headers', module: '/light.js' })
    expect(refused).toMatch(/dataFolder needs Node.js or Bun, not a web page: .{20}/)
  })
})
