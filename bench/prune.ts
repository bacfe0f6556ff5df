// Reads while old states are removed: `npm run bench -- prune`, BENCH_BLOCKS for another length.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Chain } from '../src/chain/chain.ts'
import { stateTables } from '../src/chain/storage/stateTables.ts'
import { Pruning } from '../src/node/services/pruning.ts'
import { genesisBlock } from '../src/protocol/genesis.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { openStore } from '../src/store/openStore.ts'
import type { Store } from '../src/store/store.ts'
import { BlockProducer } from './import/blockProducer.ts'
import { numberedAddress, richSender } from './import/senders.ts'

const { BENCH_BLOCKS: blocks = '4000' } = process.env
const blockCount = Number(blocks)
/** A tenth of the blocks: a node prunes when it has twice the states that it keeps; here even more of them are removed. */
const history = Math.floor(blockCount / 10)
const accounts = 1000
/** Interval of reads: a node with few requests, so that the pauses of pruning are visible. */
const readEveryMs = 2

interface Reads {
  readonly times: number[]
  readonly late: number
  readonly processor: number
  readonly seconds: number
}

export async function bench(): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'cambium-prune-'))
  const stamp = { network: regtest.name, genesisHash: genesisBlock(regtest).header.hash }
  const store = openStore({ ...stamp, path, flush: 'none' })
  const producer = new BlockProducer(store)
  const sender = richSender()
  const pay = (number: number): void => {
    const to = numberedAddress(number % accounts)
    producer.produce([sender.sign({ to, value: 1n, gas: 21_000 })])
  }
  try {
    for (let number = 0; number < blockCount; number++) pay(number)
    console.log(`\n${blockCount} states of blocks with one payment, of which ${history} are kept`)
    let turns = 0
    report('before', await readWhile(producer.chain, () => turns++ < 1_500))
    const { chain } = producer
    const pruning = new Pruning({
      chain,
      store,
      history,
      nowSeconds: () => chain.head.header.timestamp,
      onError: (error) => {
        throw error
      },
    })
    pay(blockCount)
    report('while it prunes', await readWhile(chain, () => !isDone(store)))
    turns = 0
    report('after', await readWhile(chain, () => turns++ < 1_500))
    pruning.close()
  } finally {
    store.close()
    rmSync(path, { recursive: true })
  }
}

const isDone = (store: Store): boolean => {
  const { firstKept, isEmptying } = stateTables(store)
  return firstKept > 0 && !isEmptying
}

/** Reads balances of the newest states, one after the other, as long as a condition holds. */
async function readWhile(chain: Chain, mayContinue: () => boolean): Promise<Reads> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const times: number[] = []
  const processorStart = process.cpuUsage()
  const start = performance.now()
  for (let read = 0; mayContinue(); read++) {
    const due = performance.now() + readEveryMs
    await pause(readEveryMs)
    const number = chain.head.number - (read % Math.floor(history / 2))
    chain.stateAt(number)!.balance(numberedAddress((read * 7) % accounts))
    times.push(performance.now() - due)
  }
  const { user, system } = process.cpuUsage(processorStart)
  return {
    times,
    late: delay.percentile(99) / 1e6,
    processor: (user + system) / 1e6,
    seconds: (performance.now() - start) / 1000,
  }
}

function report(name: string, { times, late, processor, seconds }: Reads): void {
  const sorted = times.sort((one, other) => one - other)
  const at = (part: number): string => sorted[Math.floor(part * (sorted.length - 1))]!.toFixed(2)
  const figures = [
    `read p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, maximum ${at(1)} ms`,
    `event loop late at 99 %: ${late.toFixed(1)} ms`,
    `${processor.toFixed(1)} of ${seconds.toFixed(1)} s processor time`,
  ]
  console.log(`  ${name.padEnd(16)} ${figures.join('; ')}`)
}

if (import.meta.filename === process.argv[1]) await bench()
