import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser, type WatchedPage } from './browser.ts'
import { type PageServer, servePages } from './inPage/pageServer.ts'

/* The bundles as they are published, in a page and in a worker of it. */

const dist = resolve(import.meta.dirname, '../../dist/browser')
const receiver = `0x${'42'.repeat(20)}`

/** A program of the page: opens a chain, uses it, and returns what it has seen. */
const story = `
export async function story(module) {
  const { createNode } = await import(module)
  const node = await createNode({ peg: { isManual: true } })
  const ask = (method, ...params) => node.request({ method, params })
  const blocks = []
  node.on('block', ({ number }) => blocks.push(number))
  const [{ address }] = node.accounts
  const snapshot = node.snapshot()
  // Code that emits a log, and whose code emits one.
  const data = '0x600560a0600039600a600c600039600a6000f360016000526001602060a1'
  const hash = await ask('eth_sendTransaction', { from: address, data, gas: '0x186a0' })
  const { status, blockNumber } = await ask('eth_getTransactionReceipt', hash)
  const trace = await ask('debug_traceTransaction', hash, { tracer: 'callTracer' })
  node.revert(snapshot)
  await ask('peg_in', { satoshis: 2_000_000, to: '${receiver}' })
  await ask('peg_advance')
  const balance = BigInt(await ask('eth_getBalance', '${receiver}', 'latest'))
  const failure = await ask('eth_call', { from: address, to: '${receiver}', value: '0xffffffffffffffffffffffff' }).catch(({ message }) => message)
  const version = await ask('web3_clientVersion')
  await node.close()
  return { status, first: blocks[0] === Number(blockNumber), trace: trace.type, balance: String(balance), failure, version }
}

export async function refusals(module) {
  const { createNode } = await import(module)
  const refused = async (options) => createNode(options).then(() => 'accepted', ({ name, message }) => name + ': ' + message)
  const node = await createNode()
  const listen = await node.listen().catch(({ name, message }) => name + ': ' + message)
  const fork = await node
    .request({ method: 'anvil_reset', params: [{ forking: { jsonRpcUrl: 'https://node.example' } }] })
    .catch(({ message }) => message)
  await node.close()
  return [
    await refused({ dataFolder: 'data' }),
    await refused({ artifacts: 'out', onLine() {} }),
    await refused({ fork: { url: 'https://node.example' } }),
    await refused({ peg: { bitcoin: { url: 'http://user:password@127.0.0.1:18443' } } }),
    listen,
    fork,
  ]
}
`
const worker = `
import { story } from './story.js'
self.onmessage = ({ data }) => story(data).then((seen) => self.postMessage(seen))
`

const pages: Readonly<Record<string, string>> = { '/story.js': story, '/worker.js': worker }

describe.skipIf(!hasBrowser)('a chain in a page', () => {
  const browser = useBrowser()
  let server: PageServer
  let watched: WatchedPage
  beforeAll(async () => {
    server = await servePages((path) => {
      const file = resolve(dist, path.slice(1))
      return pages[path] ?? (existsSync(file) && file.startsWith(`${dist}/`) ? readFileSync(file) : undefined)
    })
    watched = await browser.open()
    await watched.page.goto(server.url)
  })
  afterAll(async () => {
    await watched?.close(/favicon|404/)
    await server?.close()
  })

  const seen = {
    status: '0x1',
    first: true,
    trace: 'CREATE',
    balance: '20000000000000000',
    failure: expect.stringMatching(/balance|funds/),
    version: expect.stringMatching(/^HardhatNetwork\/Cambium\/[\d.]+\/web\/Browser$/),
  }

  it.each(['/index.js', '/urls/index.js'])('of %s deploys, traces, reverts and pegs in', async (module) => {
    expect(
      await watched.page.evaluate(`import('/story.js').then(({ story }) => story('${module}'))`),
    ).toEqual(seen)
  })

  it.each(['/index.js', '/urls/index.js'])('of %s runs in a worker', async (module) => {
    const answer = await watched.page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' })
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage('${module}')
    })`)
    expect(answer).toEqual(seen)
  })

  it('refuses what needs Node.js by name, and says what to do', async () => {
    const refusals = await watched.page.evaluate(
      "import('/story.js').then(({ refusals }) => refusals('/index.js'))",
    )
    const names = ['dataFolder', 'artifacts', 'fork', 'peg.bitcoin', 'listen']
    expect(refusals).toEqual([
      ...names.map((name) =>
        expect.stringMatching(`^TypeError: ${name} needs Node.js or Bun, not a web page: .{20}`),
      ),
      expect.stringContaining('fork needs Node.js or Bun'),
    ])
  })
})
