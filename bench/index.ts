// Reading history as indexers do: `npm run bench -- index`; BENCH_BLOCKS sets the length of the chain.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addToIndexes } from '../src/chain/importing/canonicalIndexes.ts'
import { chainStamp, openChain } from '../src/chain/openChain.ts'
import { takeSerial } from '../src/chain/storage/blockRecords.ts'
import { putBlock } from '../src/chain/storage/blocks.ts'
import { putHead } from '../src/chain/storage/canonicalHashes.ts'
import { keccak256 } from '../src/crypto/keccak256.ts'
import { followChain } from '../src/library/stream.ts'
import { asAddress, asciiBytes } from '../src/primitives/bytes.ts'
import { toHex } from '../src/primitives/hex.ts'
import { sealHeader } from '../src/protocol/headers/hashes.ts'
import { headerFields } from '../src/protocol/headers/headerFields.cases.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { remascTransaction } from '../src/protocol/transactions/remasc.ts'
import { openStore } from '../src/store/openStore.ts'
import { openService, type ServiceWorld } from '../test/service/serviceWorld.ts'

const blockCount = Number(process.env['BENCH_BLOCKS'] ?? 100_000)
const logsPerBlock = 10
/** One block in 500 has a log of the rare emitter. */
const rareEvery = 500
const slowClients = 200
const blocksPerPage = 2_000

const word = (text: string) => keccak256(asciiBytes(text))
const common = asAddress(word('common').subarray(0, 20))
const rare = asAddress(word('rare').subarray(0, 20))
const data = new Uint8Array(32).fill(1, 28)

function receiptOf(number: number) {
  const logs = Array.from({ length: logsPerBlock }, (_, index) => ({
    address: index === 0 && number % rareEvery === 0 ? rare : common,
    topics: [word('Transfer'), word(`from ${(number + index) % 997}`), word(`to ${index}`)],
    data,
  }))
  return { success: true, cumulativeGasUsed: 50_000, gasUsed: 50_000, logsBloom: new Uint8Array(256), logs }
}

/** Stores blocks after the genesis block, with its state. */
function fill(path: string): void {
  const store = openStore({ path, ...chainStamp(regtest), flush: 'none' })
  const { head } = openChain({ store, network: regtest, clock: () => 0 })
  let parent = head.header
  for (let first = 1; first <= blockCount; first += 1_000) {
    store.write((batch) => {
      for (let number = first; number < first + 1_000 && number <= blockCount; number++) {
        const { stateRoot } = head.header
        const fields = { ...headerFields(regtest, number), number, parentHash: parent.hash, stateRoot }
        const header = sealHeader(fields, regtest)
        const block = { header, transactions: [remascTransaction(number)], uncles: [] }
        const receipts = [receiptOf(number)]
        putBlock(
          batch,
          takeSerial(batch, header.hash),
          { header, totalDifficulty: BigInt(number), stateRoot },
          block,
          receipts,
        )
        addToIndexes(batch, block, receipts)
        putHead(batch, header.hash)
        parent = header
      }
    })
  }
  store.close()
}

const fields = { log: { address: true, topics: true, data: true, transactionHash: true } }

async function byStream({ url }: ServiceWorld, address: string, fromBlock: number): Promise<number> {
  let logs = 0
  const query = { fromBlock, toBlock: blockCount, fields, logs: [{ address: [address] }] }
  for await (const event of followChain({ url: `${url}/data`, query })) {
    if (event.type === 'blocks') for (const block of event.blocks) logs += block.logs?.length ?? 0
  }
  return logs
}

async function byPages(world: ServiceWorld, address: string, fromBlock: number): Promise<number> {
  let logs = 0
  for (let from = fromBlock; from <= blockCount; from += blocksPerPage) {
    const toBlock = `0x${Math.min(blockCount, from + blocksPerPage - 1).toString(16)}`
    const found = await world.result<unknown[]>('eth_getLogs', [
      { fromBlock: `0x${from.toString(16)}`, toBlock, address },
    ])
    logs += found.length
  }
  return logs
}

async function measure(name: string, read: () => Promise<number>): Promise<void> {
  const startedAtMs = performance.now()
  const logs = await read()
  const seconds = (performance.now() - startedAtMs) / 1_000
  console.log(`${name}: ${logs} logs in ${seconds.toFixed(2)} s, ${Math.round(logs / seconds)} a second`)
}

/** Measures the memory of clients that request everything and read nothing. */
async function slow({ url }: ServiceWorld): Promise<void> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ fromBlock: 0, fields, logs: [{ address: [toHex(common)] }] })
  const head = `POST /data/stream HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const before = process.memoryUsage().rss
  const sockets: Socket[] = []
  for (let client = 0; client < slowClients; client++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.pause()
    socket.write(head + body)
    sockets.push(socket)
  }
  let maximum = 0
  for (let look = 0; look < 50; look++) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    maximum = Math.max(maximum, process.memoryUsage().rss)
  }
  for (const socket of sockets) socket.destroy()
  console.log(
    `${slowClients} clients that do not read: ${((maximum - before) / 2 ** 20).toFixed(0)} MiB more`,
  )
}

export async function bench(): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-index-'))
  try {
    fill(join(dataFolder, 'regtest'))
    const world = await openService({ dataFolder })
    try {
      console.log(`${blockCount} blocks with ${logsPerBlock} logs each`)
      const [all, few] = [toHex(common), toHex(rare)]
      const late = Math.max(1, blockCount - 5_000)
      await measure('all logs by stream', () => byStream(world, all, 0))
      await measure('all logs by eth_getLogs', () => byPages(world, all, 0))
      await measure('rare logs by stream', () => byStream(world, few, 0))
      await measure('rare logs by eth_getLogs', () => byPages(world, few, 0))
      await measure('the newest 5,000 blocks by stream', () => byStream(world, all, late))
      await slow(world)
    } finally {
      await world.close()
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

if (import.meta.filename === process.argv[1]) await bench()
