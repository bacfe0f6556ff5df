import type { Chain } from '../../chain/chain.ts'
import type { ImportOutcome } from '../../chain/importing/outcome.ts'
import { tell } from '../../chain/preparing/findings.ts'
import type { HeldRule } from '../../chain/preparing/messages.ts'
import { Preparation } from '../../chain/preparing/preparation.ts'
import type { Ticket } from '../../chain/preparing/ticket.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { DebugLog } from '../../primitives/debugLog.ts'
import { toHex } from '../../primitives/hex.ts'
import type { RecentHashes } from '../../primitives/recentHashes.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Peer } from '../session/peer.ts'
import type { Delivery } from './bodyQueue.ts'
import { farBehind } from './chainLag.ts'
import type { BlockRate } from './progress.ts'
import { type ReportOffence, RoundFailure } from './roundFailure.ts'

export interface BlockImporterParts {
  readonly chain: Chain
  /** Invalid blocks, which are not fetched and executed again. */
  readonly refused: RecentHashes
  readonly report: ReportOffence
  /** A peer has delivered a block, so it has the block. */
  readonly onDelivered: (peer: Peer, hash: Hash) => void
  readonly rate: BlockRate
  /** Receives failures of our own, such as a full disk. */
  readonly onError: (error: unknown) => void
  readonly debug: DebugLog
}

/** The header was verified before its body was requested, and the body when it came. */
const heldRules: readonly HeldRule[] = ['proof-of-work', 'transactions-root']

/** Interval of looking for a group of blocks that has waited for its save long enough. */
const saveMs = 250

/**
 * Imports downloaded blocks in order. While the chain is far behind, several blocks are stored at once; near the head
 * each block is.
 */
export class BlockImporter {
  readonly #parts: BlockImporterParts
  #imported = 0
  #saving: NodeJS.Timeout | undefined
  #preparation: Preparation | undefined

  constructor(parts: BlockImporterParts) {
    this.#parts = parts
  }

  /** Blocks that were new. */
  get imported(): number {
    return this.#imported
  }

  /** Throws a `RoundFailure` when the chain does not take the block. */
  async import({ block, peer, ticket }: Delivery, lead: Peer): Promise<void> {
    const { chain, refused, report, onDelivered, rate, debug } = this.#parts
    const { hash, number } = block.header
    onDelivered(peer, hash)
    const findings = await ticket?.result()
    if (findings) tell(block.transactions, findings)
    const outcome = isNearHead(block.header, lead) ? chain.import(block) : await this.#importInSlices(block)
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
    rate.count()
  }

  /** Lets threads find the senders of transactions in RLP. */
  prepare(header: BlockHeader, transactions: Uint8Array, lead: Peer): Ticket | undefined {
    if (isNearHead(header, lead)) return undefined
    const { chain, onError } = this.#parts
    this.#preparation ??= new Preparation({ network: chain.network, onError })
    return this.#preparation.add({ kind: 'transactions', rlp: transactions })
  }

  /** Stores the blocks that wait for more; called at the end of a round. */
  finish(): void {
    this.#preparation?.close()
    this.#preparation = undefined
    clearInterval(this.#saving)
    this.#saving = undefined
    this.#parts.chain.saveGroup()
  }

  #importInSlices(block: Block): Promise<ImportOutcome> {
    this.#saving ??= setInterval(() => this.#saveIfDue(), saveMs).unref()
    return this.#parts.chain.importInSlices(block, heldRules)
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

const isNearHead = ({ number }: BlockHeader, lead: Peer): boolean =>
  number + farBehind > (lead.status?.bestNumber ?? 0)
