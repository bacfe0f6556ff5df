import type { Timer } from '../../platform/timers.ts'
import type { Json } from '../../rpc/json/json.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import { plainResult } from '../../rpc/json/result.ts'
import { StreamedJson } from '../../rpc/json/streamedJson.ts'
import type { Deliver } from '../../rpc/method/subscribing.ts'
import { Audience } from '../subscriptions/audience.ts'
import { FanOut } from '../subscriptions/fanOut.ts'
import type { Writer } from './writer.ts'

const pendingMs = 200
const syncingMs = 1_000
/** A node keeps this many transactions for clients that poll late. */
const maximumHashes = 10_000
const isHash = (value: Json): boolean => typeof value === 'string' && /^0x[0-9a-f]{1,64}$/.test(value)
/** The owner of this process's filter at the writer. */
const client = { name: 'reader' }

/**
 * Subscriptions of a process that only reads to events of the node that writes. It polls that node, once for all
 * subscribers, while there are any. A failed poll is repeated; after a restart of the writer a new filter is made.
 */
export class WriterFeeds {
  readonly #writer: Writer
  readonly #pending: Audience
  readonly #syncing: Audience
  #filter: Json | undefined
  #isSyncing: boolean | undefined

  constructor(writer: Writer, report: (error: unknown) => void) {
    this.#writer = writer
    const fanOut = new FanOut(report)
    this.#pending = new Audience(fanOut, () => {
      this.#filter = undefined
      const stop = repeat(() => this.#askPending(), pendingMs)
      return () => {
        stop()
        if (this.#filter !== undefined) void this.#call('eth_uninstallFilter', this.#filter).catch(() => {})
      }
    })
    this.#syncing = new Audience(fanOut, () => {
      this.#isSyncing = undefined
      return repeat(() => this.#askSyncing(), syncingMs)
    })
  }

  newPendingTransactions(owner: string, deliver: Deliver): () => void {
    return this.#pending.join(owner, deliver)
  }

  syncing(owner: string, deliver: Deliver): () => void {
    return this.#syncing.join(owner, deliver)
  }

  async #call(method: string, ...params: readonly Json[]): Promise<Json> {
    const result = await this.#writer.call({ method, params, client })
    if (result instanceof StreamedJson) throw new Error('the answer of the writer is too long')
    return plainResult(result)
  }

  async #askPending(): Promise<void> {
    if (this.#filter === undefined) {
      this.#filter = await this.#call('eth_newPendingTransactionFilter')
      return
    }
    try {
      const hashes = await this.#call('eth_getFilterChanges', this.#filter)
      if (!Array.isArray(hashes)) return
      for (const hash of hashes.slice(0, maximumHashes)) if (isHash(hash)) this.#pending.deliver(hash)
    } catch (error) {
      this.#filter = undefined
      throw error
    }
  }

  /** Only the start and the end of catching up are delivered. */
  async #askSyncing(): Promise<void> {
    const status = await this.#call('eth_syncing')
    const isSyncing = isJsonObject(status)
    const hasChanged = this.#isSyncing !== undefined && isSyncing !== this.#isSyncing
    this.#isSyncing = isSyncing
    if (hasChanged) this.#syncing.deliver(isSyncing ? { syncing: true, status: numbersOf(status) } : false)
  }
}

/** The heights as numbers, as a node delivers them to its own subscribers. */
const numbersOf = (status: Readonly<Record<string, unknown>>) => ({
  startingBlock: Number(status['startingBlock']),
  currentBlock: Number(status['currentBlock']),
  highestBlock: Number(status['highestBlock']),
})

/** Runs the work immediately and again after each pause, never concurrently. Returns the function that stops it. */
function repeat(work: () => Promise<void>, pauseMs: number): () => void {
  let timer: Timer | undefined
  let isStopped = false
  const run = (): void => {
    // The next run is the retry.
    void work()
      .catch(() => {})
      .then(() => {
        if (!isStopped) timer = setTimeout(run, pauseMs)
      })
  }
  run()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
