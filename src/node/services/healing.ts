import type { Chain } from '../../chain/chain.ts'
import { nextTurn } from '../../platform/turns.ts'
import { asHash, type Hash } from '../../primitives/bytes.ts'
import type { DebugLog } from '../../primitives/debugLog.ts'
import { type DamagedRecord, recordOf } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Block } from '../../protocol/block.ts'

/** Fetches blocks from other nodes. */
export interface BlockSource {
  /** Undefined when no peer sends it. */
  fetchBlock(hash: Hash): Promise<Block | undefined>
}

export interface HealingParts {
  readonly chain: Pick<Chain, 'repair' | 'replace'>
  readonly debug: DebugLog
  readonly onError: (error: unknown) => void
  /** Milliseconds, of a clock that never goes back. */
  readonly now?: () => number
}

export interface HealingCounts {
  /** Damaged records that readers met; one that is met again before its next trial is not counted again. */
  readonly met: number
  readonly restored: number
  /** Those that only the operator can restore. */
  readonly lost: number
}

/** Records that wait; more are met again later. */
const maximumWaiting = 64
/** A record that could not be restored is tried again after this time. */
const retryMs = 60_000
/** The same for a block that peers may have: there may be others by then. */
const fetchAgainMs = 2_000
/** Bound on the records whose last trial is remembered. */
const maximumRemembered = 4096

/**
 * Restores damaged records that readers have met, one at a time: from what else is stored, or the header and body of a
 * block from peers. The call that met the damage was refused; later ones read the restored record.
 */
export class Healing {
  readonly #parts: HealingParts
  readonly #now: () => number
  readonly #waiting = new Map<string, DamagedRecord>()
  /** Times from which on records are tried again. */
  readonly #retryAt = new Map<string, number>()
  #source: BlockSource | undefined
  #isRunning = false
  #isClosed = false
  #met = 0
  #restored = 0
  #lost = 0

  constructor(parts: HealingParts) {
    this.#parts = parts
    this.#now = parts.now ?? (() => performance.now())
  }

  get counts(): HealingCounts {
    return { met: this.#met, restored: this.#restored, lost: this.#lost }
  }

  /** Fetches blocks from this source from now on. */
  askPeers(source: BlockSource): void {
    this.#source = source
  }

  /** Takes any error; one that names a damaged record leads to its repair. */
  notice(error: unknown): void {
    const record = recordOf(error)
    if (record !== undefined) this.repair(record)
  }

  repair(record: DamagedRecord): void {
    const name = nameOf(record)
    const isRecent = (this.#retryAt.get(name) ?? 0) > this.#now()
    if (this.#isClosed || isRecent || this.#waiting.has(name) || this.#waiting.size >= maximumWaiting) return
    this.#met++
    this.#waiting.set(name, record)
    void this.#run()
  }

  close(): void {
    this.#isClosed = true
    this.#waiting.clear()
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    // The call that met the damage is answered first.
    for (await nextTurn(); this.#waiting.size > 0; await nextTurn()) {
      const [name, record] = this.#waiting.entries().next().value!
      this.#waiting.delete(name)
      await this.#restore(name, record)
    }
    this.#isRunning = false
  }

  async #restore(name: string, record: DamagedRecord): Promise<void> {
    const { chain, debug, onError } = this.#parts
    try {
      const isRestored = chain.repair(record) || (await this.#fetch(record))
      if (this.#isClosed) return
      if (isRestored) this.#restored++
      else this.#lost++
      if (isRestored) this.#retryAt.delete(name)
      else this.#remember(name, record)
      const { table, key } = record
      debug(isRestored ? 'record-restored' : 'record-lost', { table, key: toHex(key) })
    } catch (error) {
      this.#remember(name, record)
      if (!this.#isClosed) onError(error)
    }
  }

  async #fetch({ table, block: hash }: DamagedRecord): Promise<boolean> {
    if (hash === undefined || !isFetchable(table)) return false
    const block = await this.#source?.fetchBlock(asHash(hash))
    return block !== undefined && !this.#isClosed && this.#parts.chain.replace(block)
  }

  #remember(name: string, { table }: DamagedRecord): void {
    if (this.#retryAt.size >= maximumRemembered) this.#retryAt.clear()
    this.#retryAt.set(name, this.#now() + (isFetchable(table) ? fetchAgainMs : retryMs))
  }
}

/** Peers send blocks by their hashes, but neither receipts nor single trie nodes. */
const isFetchable = (table: string): boolean => table === 'headers' || table === 'bodies'

const nameOf = ({ table, key }: DamagedRecord): string => `${table} ${toHex(key)}`
