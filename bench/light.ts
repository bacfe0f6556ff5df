// A light client: the time to a first verified balance, the links of a month of headers, and what a client costs a node.
// BENCH_HEADERS changes the length of the chain that is linked, BENCH_ONLY names one part.
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LightWorld } from '../src/answering/lightWorld.cases.ts'
import { chainStamp } from '../src/chain/openChain.ts'
import { HeaderRecords, headerTables } from '../src/light/chain/headerRecords.ts'
import { checkHeader, isFault } from '../src/light/checking/checkHeader.ts'
import type { LightHeaders } from '../src/light/lightHeaders.ts'
import { openLightEndpoints } from '../src/light/openLightEndpoints.ts'
import { openLightHeaders } from '../src/light/openLightHeaders.ts'
import { headerJson, mainnetHeaders } from '../src/light/scriptedChain.cases.ts'
import { LightNode } from '../src/node/light/lightNode.ts'
import { asHash } from '../src/primitives/bytes.ts'
import { fromHex, toHex } from '../src/primitives/hex.ts'
import { encodeHeader } from '../src/protocol/headers/encode.ts'
import { mainnet, regtest } from '../src/protocol/networks/definitions.ts'
import { openStore } from '../src/store/openStore.ts'
import type { Store } from '../src/store/store.ts'
import { type ReportingProcess, startProcess } from '../test/processes/reportingProcess.ts'
import { TemporaryFolder } from '../test/processes/temporaryFolder.ts'
import { CountingTransport } from './light/countingTransport.ts'
import type { ServedChain } from './light/servedChain.ts'
import { median, sizeFrom } from './measuring/figures.ts'
import { processorMs } from './measuring/processorTime.ts'

const latencyMs = 50
const firstHeaders = 150
const runs = 5
const accounts = 50_000
const linkedHeaders = sizeFrom('BENCH_HEADERS', 100_000)
/** At 30 seconds a block. */
const [hour, month] = [120, 86_400]
const asksPerBlock = 3

const started: ReportingProcess[] = []

/** Starts a program of bench/light; returns what it reports first. */
async function start(name: string, ...words: readonly (string | number)[]) {
  const program = fileURLToPath(new URL(`light/${name}.ts`, import.meta.url))
  const process = startProcess(program, ...words.map(String))
  started.push(process)
  const { url, word } = (await process.nextReport()) as ServedChain
  return { process, url, word }
}

function endpointAt(url: string, delayMs: number) {
  let transport: CountingTransport | undefined
  const pool = openLightEndpoints({
    urls: [url],
    transport: (parts) => {
      transport = new CountingTransport(parts, delayMs)
      return transport
    },
  })
  return { pool, transport: transport! }
}

interface Opening {
  readonly ms: number
  readonly cpuMs: number
  readonly requests: number
  readonly bytes: number
}

const openingText = ({ ms, cpuMs, requests, bytes }: Opening): string =>
  `${ms.toFixed(0)} ms (${cpuMs.toFixed(0)} ms of processor time), ${requests} requests, ${Math.round(bytes / 1000)} kB`

/** Opens several times, and takes the middle of the times. */
async function measure(url: string, open: (endpoint: ReturnType<typeof endpointAt>) => Promise<() => void>) {
  const measured: Opening[] = []
  for (let run = 0; run < runs; run++) {
    const endpoint = endpointAt(url, latencyMs)
    const [atMs, cpuMs] = [performance.now(), processorMs()]
    const close = await open(endpoint)
    const { requests, bytesReceived, bytesSent } = endpoint.transport
    const figures = { ms: performance.now() - atMs, cpuMs: processorMs() - cpuMs }
    measured.push({ ...figures, requests, bytes: bytesReceived + bytesSent })
    close()
  }
  const of = (part: keyof Opening): number => median(measured.map((one) => one[part]))
  return openingText({ ms: of('ms'), cpuMs: of('cpuMs'), requests: of('requests'), bytes: of('bytes') })
}

async function benchFirstBalance(): Promise<void> {
  for (const form of ['raw', 'json'] as const) {
    const { url, word } = await start('headersProcess', 'mainnet', firstHeaders + 1, form)
    const clockMs = 1000 * mainnetHeaders[firstHeaders]!.timestamp
    const text = await measure(url, async ({ pool }) => {
      const headers = await openHeaders({ pool, hash: word, nowMs: () => clockMs, network: mainnet })
      if (headers.head.header.number !== headers.firstNumber + firstHeaders)
        throw new Error('too few headers')
      return () => {
        headers.close()
        pool.close()
      }
    })
    console.log(`${firstHeaders} headers of mainnet, ${form}, ${latencyMs} ms away: ${text}`)
  }
  const { url, word: account } = await start('nodeProcess', accounts, firstHeaders)
  const text = await measure(url, async ({ pool }) => {
    const world = await openWorld(pool)
    const { result, verified } = await world.answer('eth_getBalance', [account, 'latest'])
    if (verified !== 'proof' || typeof result !== 'string') throw new Error('the balance is not proved')
    return () => world.close()
  })
  console.log(
    `${firstHeaders} headers of a local chain and a balance among ${accounts} accounts, ${latencyMs} ms away: ${text}`,
  )
}

interface HeadersAt {
  readonly pool: ReturnType<typeof openLightEndpoints>
  readonly hash: string
  readonly nowMs?: () => number
  readonly network: typeof mainnet
  readonly store?: Store
  readonly onProgress?: Parameters<typeof openLightHeaders>[0]['onProgress']
}

const openHeaders = ({ pool, hash, ...options }: HeadersAt): Promise<LightHeaders> =>
  openLightHeaders({
    endpoints: pool,
    anchor: asHash(fromHex(hash)),
    mode: 'linked',
    intervalMs: 0,
    onProblem: console.error,
    ...options,
  })

async function openWorld(pool: ReturnType<typeof openLightEndpoints>): Promise<LightWorld> {
  const headers = await openLightHeaders({
    endpoints: pool,
    network: regtest,
    mode: 'linked',
    intervalMs: 0,
    onProblem: console.error,
  })
  return LightWorld.around(
    new LightNode({
      headers,
      endpoints: pool,
      clock: () => Math.floor(Date.now() / 1000),
      now: () => performance.now(),
      onError: console.error,
    }),
  )
}

/** Processor time to check a real header. */
function benchChecks(): void {
  const nowSeconds = mainnetHeaders.at(-1)!.timestamp
  const forms = {
    raw: mainnetHeaders.map((header) => toHex(encodeHeader(header))),
    json: mainnetHeaders.map((header) => JSON.parse(JSON.stringify(headerJson(header)))),
  }
  for (const [form, given] of Object.entries(forms)) {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const atMs = processorMs()
      for (const one of given) if (isFault(checkHeader(one, mainnet, nowSeconds))) throw new Error('a fault')
      times.push((processorMs() - atMs) / given.length)
    }
    const ms = median(times)
    const bytes = JSON.stringify(given).length / given.length
    console.log(
      `a header of mainnet checked alone, ${form} (${Math.round(bytes)} bytes): ${ms.toFixed(2)} ms of processor time; a month ${((ms * month) / 1000).toFixed(0)} s`,
    )
  }
}

async function benchLinking(): Promise<void> {
  const folder = new TemporaryFolder()
  const { url, word } = await start('headersProcess', 'local', linkedHeaders, 'raw')
  const { pool, transport } = endpointAt(url, 0)
  const store = storeAt(folder.at('headers'))
  const memory: string[] = []
  let next = 0
  const cpuMs = processorMs()
  const headers = await openHeaders({
    pool,
    hash: word,
    network: regtest,
    store,
    onProgress: ({ done }) => {
      if (done < next) return
      next = done + linkedHeaders / 10
      memory.push(String(ownMiB()))
    },
  })
  const each = (processorMs() - cpuMs) / headers.head.header.number
  console.log(
    `${headers.head.header.number} headers of a local chain fetched, checked, linked and stored: ${each.toFixed(2)} ms of processor time each, a month ${((each * month) / 1000).toFixed(0)} s; ${Math.round(transport.bytesReceived / linkedHeaders)} bytes each; MiB without mapped files on the way ${memory.join(', ')}`,
  )
  headers.close()
  pool.close()
  console.log(`disk: ${bytesOnDisk(folder.at('headers'), linkedHeaders)} bytes a header of the local chain`)
  const real = storeAt(folder.at('real'))
  const records = new HeaderRecords(real, mainnet)
  const count = 20_000
  for (let first = 0; first < count; first += 100) {
    const added = Array.from({ length: 100 }, (_, index) => {
      const header = mainnetHeaders[(first + index) % mainnetHeaders.length]!
      const renamed = { ...header, number: header.number + first, hash: asHash(randomBytes(32)) }
      return { header: renamed, totalDifficulty: 10n ** 26n + BigInt(first) }
    })
    records.replace([], added, { anchor: asHash(randomBytes(32)), first: 0, head: first })
  }
  real.close()
  console.log(`disk: ${bytesOnDisk(folder.at('real'), count)} bytes a header of mainnet`)
  folder.remove()
}

/** Memory of this process without mapped files. */
const ownMiB = (): number =>
  Math.round(Number(/RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024)

const storeAt = (path: string): Store =>
  openStore({ path, ...chainStamp(regtest), tables: headerTables, flush: 'none' })

const bytesOnDisk = (path: string, count: number): number =>
  Math.round((statSync(join(path, 'data.mdb')).blocks * 512) / count)

/** What one client that follows the chain, and asks for a balance and a call at each block, costs a node. */
async function benchCostOnNode(): Promise<void> {
  const { process, url, word: account } = await start('nodeProcess', 2_000, 20)
  const usedMs = async (order: string): Promise<number> => {
    process.child.stdin!.write(`${order}\n`)
    return Number(await process.nextReport())
  }
  for (const use of ['follows only', 'reads a balance at each block'] as const) {
    const { pool, transport } = endpointAt(url, 0)
    const world = await openWorld(pool)
    const before = { ...transport }
    let nodeMs = 0
    for (let block = 0; block < hour; block++) {
      const atMs = await usedMs('mine')
      for (let ask = 0; ask < asksPerBlock; ask++) await world.refresh()
      if (use !== 'follows only') await world.result('eth_getBalance', account, 'latest')
      nodeMs += (await usedMs('time')) - atMs
    }
    const requests = transport.requests - before.requests
    const bytes = transport.bytesReceived + transport.bytesSent - before.bytesReceived - before.bytesSent
    console.log(
      `a client that ${use}, an hour of ${hour} blocks, asking ${asksPerBlock} times a block: ${requests} requests, ${Math.round(bytes / 1000)} kB, ${(nodeMs / 1000).toFixed(2)} s of the node's processor time`,
    )
    world.close()
  }
}

const parts = {
  checks: benchChecks,
  balance: benchFirstBalance,
  cost: benchCostOnNode,
  linking: benchLinking,
} as const
const only = process.env['BENCH_ONLY']

export async function bench(): Promise<void> {
  console.log('\n## light')
  try {
    for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part()
  } finally {
    for (const { child } of started) child.kill()
  }
}
