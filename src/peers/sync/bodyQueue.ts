import type { Ticket } from '../../chain/preparing/preparation.ts'
import type { Block } from '../../protocol/block.ts'
import type { CompressedHeader } from '../messages/compressedHeader.ts'
import type { Peer } from '../session/peer.ts'

/** Headers whose bodies are to be fetched, and the peers that have them. */
export interface Chunk {
  readonly headers: readonly CompressedHeader[]
  readonly sources: ReadonlySet<Peer>
}

/** A body that is missing, requested, or received. */
export interface BodyTask {
  readonly compressed: CompressedHeader
  readonly sources: ReadonlySet<Peer>
  /** Peers that were asked and have not answered yet, with the time of the request. */
  readonly asked: Map<Peer, number>
  /** Peers that were asked and did not deliver. */
  readonly failed: Set<Peer>
  /** Time of the request that was answered; undefined until the body is received. */
  answeredRequestAt: number | undefined
  /** The block, while it is received and not taken. */
  delivery: Delivery | undefined
}

export interface Delivery {
  readonly block: Block
  readonly peer: Peer
  /** Approximate memory of the block in bytes. */
  readonly weight: number
  /** The pending preparation of the block. */
  readonly ticket: Ticket | undefined
}

/** The peers that are much faster than a given peer. */
export interface FasterPeers {
  readonly peers: readonly Peer[]
  /** Number of bodies that they deliver before that peer answers. */
  readonly ahead: number
}

/** Maximum number of peers that are asked for one body at the same time. */
const maximumAsked = 3

/**
 * The bodies of one part of a chain in the order of import. The queue decides which body a peer should be asked for;
 * it sends no request itself.
 */
export class BodyQueue {
  #tasks: BodyTask[] = []
  /** Position of the body that is needed next. */
  #next = 0
  /** No task before this position is missing and unasked. */
  #firstOpen = 0
  #heldWeight = 0
  #inFlight = 0

  /** Memory of the blocks that wait for earlier ones. */
  get heldWeight(): number {
    return this.#heldWeight
  }

  /** Requests without an answer yet. */
  get inFlight(): number {
    return this.#inFlight
  }

  /** Bodies that are not received or not taken yet. */
  get size(): number {
    return this.#tasks.length - this.#next
  }

  add({ headers, sources }: Chunk): void {
    for (const compressed of headers) {
      this.#tasks.push({
        compressed,
        sources,
        asked: new Map(),
        failed: new Set(),
        answeredRequestAt: undefined,
        delivery: undefined,
      })
    }
  }

  /**
   * The earliest body that is missing and not requested, and that this peer has. Bodies that faster peers have and will
   * deliver sooner are left to them.
   */
  openFor(peer: Peer, faster: FasterPeers, onlyNext: boolean): BodyTask | undefined {
    const end = onlyNext ? Math.min(this.#next + 1, this.#tasks.length) : this.#tasks.length
    while (this.#firstOpen < this.#tasks.length && !isOpen(this.#tasks[this.#firstOpen]!)) this.#firstOpen++
    const left = this.#next + faster.ahead
    for (let position = this.#firstOpen; position < end; position++) {
      const task = this.#tasks[position]!
      if (!isOpen(task) || !canDeliver(peer, task)) continue
      if (position >= left || !faster.peers.some((other) => canDeliver(other, task))) return task
    }
    return undefined
  }

  /** The body that is needed next, if others were asked for it before `time` and this peer has it. */
  overdueNextFor(peer: Peer, time: number): BodyTask | undefined {
    const task = this.#tasks[this.#next]
    const isWanted = task !== undefined && isMissing(task) && canDeliver(peer, task) && isOverdue(task, time)
    return isWanted ? task : undefined
  }

  /** The earliest body that others were asked for before `time` and have not delivered, and that this peer has. */
  overdueFor(peer: Peer, time: number): BodyTask | undefined {
    let owed = this.#inFlight
    for (let position = this.#next; owed > 0 && position < this.#tasks.length; position++) {
      const task = this.#tasks[position]!
      owed -= task.asked.size
      if (isMissing(task) && canDeliver(peer, task) && isOverdue(task, time)) return task
    }
    return undefined
  }

  ask(task: BodyTask, peer: Peer, time: number): void {
    task.asked.set(peer, time)
    this.#inFlight++
  }

  /** A request has ended: with the right body, or, when `delivery` is undefined, without. */
  settle(task: BodyTask, peer: Peer, delivery: Delivery | undefined): void {
    const requestedAt = task.asked.get(peer)
    task.asked.delete(peer)
    this.#inFlight--
    if (delivery === undefined) this.#fail(task, peer)
    else if (isMissing(task)) this.#hold(task, delivery, requestedAt ?? 0)
  }

  /** The block that is needed next, if it was received. */
  take(): Delivery | undefined {
    const task = this.#tasks[this.#next]
    const delivery = task?.delivery
    if (task === undefined || delivery === undefined) return undefined
    task.delivery = undefined
    this.#next++
    this.#heldWeight -= delivery.weight
    this.#dropTaken()
    return delivery
  }

  /** Whether the body that is needed next is not requested, and cannot be requested from any of these peers. */
  isStuckWith(peers: Iterable<Peer>): boolean {
    const task = this.#tasks[this.#next]
    if (task === undefined || !isOpen(task)) return false
    for (const peer of peers) if (canDeliver(peer, task)) return false
    return true
  }

  #fail(task: BodyTask, peer: Peer): void {
    task.failed.add(peer)
    if (isOpen(task)) this.#firstOpen = Math.min(this.#firstOpen, this.#tasks.indexOf(task))
  }

  #hold(task: BodyTask, delivery: Delivery, requestedAt: number): void {
    task.answeredRequestAt = requestedAt
    task.delivery = delivery
    this.#heldWeight += delivery.weight
  }

  /** Removes taken tasks many at a time, because removing from the front of an array is linear in its length. */
  #dropTaken(): void {
    if (this.#next < 1024 && this.#next < this.#tasks.length) return
    this.#tasks = this.#tasks.slice(this.#next)
    this.#firstOpen = Math.max(0, this.#firstOpen - this.#next)
    this.#next = 0
  }
}

export const isMissing = ({ answeredRequestAt }: BodyTask): boolean => answeredRequestAt === undefined

const isOpen = (task: BodyTask): boolean => isMissing(task) && task.asked.size === 0

const canDeliver = (peer: Peer, { sources, asked, failed }: BodyTask): boolean =>
  peer.isOpen && sources.has(peer) && !asked.has(peer) && !failed.has(peer)

function isOverdue({ asked }: BodyTask, time: number): boolean {
  if (asked.size === 0 || asked.size >= maximumAsked) return false
  for (const askedAt of asked.values()) if (askedAt >= time) return false
  return true
}
