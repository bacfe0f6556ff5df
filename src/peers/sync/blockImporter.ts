import type { ImportOutcome } from '../../chain/importing/outcome.ts'
import type { CheckedRule, Findings } from '../../chain/preparing/findings.ts'
import { tell } from '../../chain/preparing/findings.ts'
import type { Ticket } from '../../chain/preparing/preparation.ts'
import { Preparation } from '../../chain/preparing/preparation.ts'
import type { ImportThread } from '../../chain/thread/importThread.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { ThreadGone } from '../../primitives/threads/thread.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Peer } from '../session/peer.ts'
import type { Delivery } from './bodyQueue.ts'
import { farBehind } from './chainLag.ts'
import type { RecentRate } from './recentRate.ts'
import { RoundFailure } from './syncFailure.ts'
import type { SyncParts } from './syncParts.ts'

export interface BlockImporterParts
  extends Pick<SyncParts, 'chain' | 'refused' | 'report' | 'onError' | 'debug'> {
  /** A peer has delivered a block, so it has the block. */
  readonly onDelivered: (peer: Peer, hash: Hash) => void
  readonly rate: RecentRate
}

/** The header was verified before its body was requested, and the body when it was decoded. */
const checkedRules: readonly CheckedRule[] = ['proof-of-work', 'transactions-root']

/** Interval of checking whether a group of blocks is due to be saved. */
const saveMs = 250
/**
 * Maximum number and size of blocks that wait for the importing thread. A decoded block takes several times its encoded
 * size.
 */
const maximumWaiting = 256
const maximumWaitingBytes = 4 << 20
/** A block waits for the preparing threads while at least this many blocks are before it. */
const enoughWaiting = 8
/** The threads end after this time without blocks. */
const idleMs = 30_000

/**
 * Imports downloaded blocks in order. In a round that begins far behind the head, a thread executes and stores them,
 * several at once; otherwise each block is stored by itself.
 */
export class BlockImporter {
  readonly #parts: BlockImporterParts
  #imported = 0
  #saving: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined
  #preparation: Preparation | undefined
  #thread: ImportThread | undefined
  /**
   * Whether the thread has blocks of this round. Then it also gets the blocks near the head, whose saves would wait for
   * it.
   */
  #isThreadInUse = false
  /** Whether the thread has ended unexpectedly; then the main thread imports. */
  #hasNoThread = false
  /** The first failure of a block that a thread imported. */
  #failure: unknown

  constructor(parts: BlockImporterParts) {
    this.#parts = parts
  }

  /** Number of new blocks. */
  get imported(): number {
    return this.#imported
  }

  /**
   * Resolves when the importer can take the next block, possibly before this one is executed. Throws a `RoundFailure`
   * when the chain does not take this block or an earlier one.
   */
  async import(delivery: Delivery, lead: Peer): Promise<void> {
    this.#throwFailure()
    const { block, peer, ticket } = delivery
    this.#parts.onDelivered(peer, block.header.hash)
    if (isNearHead(block.header, lead) && !this.#isThreadInUse) {
      await learn(block, ticket)
      this.#judge(this.#parts.chain.import(block), delivery, lead)
      return
    }
    const thread = this.#openThread()
    if (thread === undefined) {
      await learn(block, ticket)
      this.#judge(await this.#importInSlices(block), delivery, lead)
    } else {
      this.#isThreadInUse = true
      await this.#importInThread(delivery, lead, thread)
    }
  }

  /** Starts the threads while the first of many blocks are fetched. */
  begin(): void {
    this.#openThread()
    this.#openPreparation().start()
  }

  #openThread(): ImportThread | undefined {
    clearTimeout(this.#idle)
    this.#thread = this.#hasNoThread ? undefined : this.#parts.chain.importThread()
    return this.#thread
  }

  async #importInThread(delivery: Delivery, lead: Peer, thread: ImportThread): Promise<void> {
    const { block, ticket } = delivery
    while (ticket && !ticket.isSettled && thread.waiting >= enoughWaiting) {
      await Promise.race([ticket.settled(), thread.nextOutcome()])
    }
    const findings = await learn(block, ticket)
    thread.add(block, checkedRules, findings).then(
      (outcome) => this.#judgeLater(outcome, delivery, lead),
      (error) => this.#fail(error),
    )
    await thread.room(maximumWaiting, maximumWaitingBytes)
    this.#throwFailure()
  }

  #judgeLater(outcome: ImportOutcome, delivery: Delivery, lead: Peer): void {
    if (this.#failure !== undefined) return
    try {
      this.#judge(outcome, delivery, lead)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    if (error instanceof ThreadGone) this.#hasNoThread = true
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  #judge(outcome: ImportOutcome, { block, peer }: Delivery, lead: Peer): void {
    const { chain, refused, report, rate, debug } = this.#parts
    chain.rejectedBlocks.note(block, outcome)
    const { hash, number } = block.header
    if (outcome.status === 'rejected') {
      const { reason, detail } = outcome.rejection
      // A timestamp in the near future may be due to a wrong clock.
      if (reason === 'timestamp') throw new RoundFailure(`block ${number} ${detail}`)
      refused.add(hash)
      const problem = `block ${number}: ${reason}: ${detail}`
      debug('block-refused', { peer: peer.id, number, hash: toHex(hash), reason, detail })
      if (peer !== lead) report(peer, 'invalid-block', problem)
      throw new RoundFailure(problem, 'invalid-block')
    }
    if (outcome.status === 'orphan') throw new RoundFailure(`the parent of block ${number} is missing`)
    if (outcome.status === 'known') return
    this.#imported++
    rate.add(1)
  }

  /** Starts recovering the senders of encoded transactions in threads. */
  prepare(header: BlockHeader, transactions: Uint8Array, lead: Peer): Ticket | undefined {
    if (isNearHead(header, lead)) return undefined
    return this.#openPreparation().add({ kind: 'transactions', rlp: transactions })
  }

  #openPreparation(): Preparation {
    const { chain, onError } = this.#parts
    this.#preparation ??= new Preparation({ network: chain.network, onError })
    return this.#preparation
  }

  /** Saves the current group at the end of a round. Throws the failure of a block. */
  async finish(): Promise<void> {
    clearInterval(this.#saving)
    this.#saving = undefined
    this.#idle = setTimeout(() => this.close(), idleMs).unref()
    try {
      await this.#thread?.save()
      this.#parts.chain.saveGroup()
      this.#throwFailure()
    } finally {
      this.#failure = undefined
      this.#isThreadInUse = false
    }
  }

  /** Ends the threads; later blocks start them again. */
  close(): void {
    clearTimeout(this.#idle)
    this.#preparation?.close()
    this.#preparation = undefined
    this.#thread = undefined
    this.#parts.chain.endThread()
  }

  #importInSlices(block: Block): Promise<ImportOutcome> {
    this.#saving ??= setInterval(() => this.#saveIfDue(), saveMs).unref()
    return this.#parts.chain.importInSlices(block, checkedRules)
  }

  /** Slow peers may not fill a group in time. After a failure the next block has no parent, which ends the round. */
  #saveIfDue(): void {
    try {
      this.#parts.chain.saveGroupIfDue()
    } catch (error) {
      this.#parts.onError(error)
    }
  }
}

/** Adds the findings of the preparing threads to a block. */
async function learn({ transactions }: Block, ticket: Ticket | undefined): Promise<Findings | undefined> {
  const findings = await ticket?.result()
  if (findings) tell(transactions, findings)
  return findings
}

const isNearHead = ({ number }: BlockHeader, lead: Peer): boolean =>
  number + farBehind > (lead.status?.bestNumber ?? 0)
