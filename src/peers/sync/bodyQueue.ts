import type { Block } from '../../protocol/block.ts'
import type { CompressedHeader } from '../messages/compressedHeader.ts'
import type { Peer } from '../session/peer.ts'

/** Headers whose bodies are to be fetched, and who has them. */
export interface Chunk {
  readonly headers: readonly CompressedHeader[]
  readonly sources: ReadonlySet<Peer>
}

/** A body that is missing, on its way, or here. */
export interface BodyTask {
  readonly compressed: CompressedHeader
  readonly sources: ReadonlySet<Peer>
  /** Peers that have been asked and owe an answer, with the time of asking. */
  readonly asked: Map<Peer, number>
  /** Peers that were asked in vain. */
  readonly failed: Set<Peer>
  /** Whether the body has come. */
  hasCome: boolean
  /** The block, from the coming of its body until it is taken. */
  delivery: Delivery | undefined
}

export interface Delivery {
  readonly block: Block
  readonly peer: Peer
  /** Memory that the block takes, roughly, in bytes. */
  readonly weight: number
}

/** More peers than this are not asked for one body at the same time. */
const maximumAsked = 3

/**
 * The bodies of one stretch of a chain in the order in which they will be needed. It knows which are missing and
 * which wait, and decides what a peer should be asked for; it talks to nobody.
 */
export class BodyQueue {
  #tasks: BodyTask[] = []
  /** Position of the body that is needed next. */
  #next = 0
  /** No task before this position is missing and unasked. */
  #firstOpen = 0
  #heldWeight = 0
  #inFlight = 0

  /** Memory that blocks which wait for others take. */
  get heldWeight(): number {
    return this.#heldWeight
  }

  /** Requests under way. */
  get inFlight(): number {
    return this.#inFlight
  }

  /** Bodies that are still to come or to be taken. */
  get size(): number {
    return this.#tasks.length - this.#next
  }

  add({ headers, sources }: Chunk): void {
    for (const compressed of headers) {
      const fresh = { asked: new Map(), failed: new Set<Peer>(), hasCome: false, delivery: undefined }
      this.#tasks.push({ compressed, sources, ...fresh })
    }
  }

  /** The earliest body that nobody has been asked for and this peer has. */
  openFor(peer: Peer, onlyNext: boolean): BodyTask | undefined {
    const end = onlyNext ? Math.min(this.#next + 1, this.#tasks.length) : this.#tasks.length
    while (this.#firstOpen < this.#tasks.length && !isOpen(this.#tasks[this.#firstOpen]!)) this.#firstOpen++
    for (let position = this.#firstOpen; position < end; position++) {
      const task = this.#tasks[position]!
      if (isOpen(task) && canGive(peer, task)) return task
    }
    return undefined
  }

  /** The earliest body that others were asked for before `time` and have not given, and this peer has. */
  overdueFor(peer: Peer, time: number): BodyTask | undefined {
    let owed = this.#inFlight
    for (let position = this.#next; owed > 0 && position < this.#tasks.length; position++) {
      const task = this.#tasks[position]!
      owed -= task.asked.size
      if (!task.hasCome && canGive(peer, task) && isOverdue(task, time)) return task
    }
    return undefined
  }

  ask(task: BodyTask, peer: Peer, time: number): void {
    task.asked.set(peer, time)
    this.#inFlight++
  }

  /** A peer owes nothing any more: it has answered, with the right body or not, or never will. */
  settle(task: BodyTask, peer: Peer, delivery: Delivery | undefined): void {
    task.asked.delete(peer)
    this.#inFlight--
    if (delivery === undefined) this.#fail(task, peer)
    else if (!task.hasCome) this.#hold(task, delivery)
  }

  /** The block that is needed next, if it is here. */
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

  /** Whether nobody owes the body that is needed next, and none of these peers could be asked for it. */
  isStuckWith(peers: Iterable<Peer>): boolean {
    const task = this.#tasks[this.#next]
    if (task === undefined || !isOpen(task)) return false
    for (const peer of peers) if (canGive(peer, task)) return false
    return true
  }

  #fail(task: BodyTask, peer: Peer): void {
    task.failed.add(peer)
    if (isOpen(task)) this.#firstOpen = Math.min(this.#firstOpen, this.#tasks.indexOf(task))
  }

  #hold(task: BodyTask, delivery: Delivery): void {
    task.hasCome = true
    task.delivery = delivery
    this.#heldWeight += delivery.weight
  }

  /** Tasks that are done make room now and then, not one by one. */
  #dropTaken(): void {
    if (this.#next < 1024 && this.#next < this.#tasks.length) return
    this.#tasks = this.#tasks.slice(this.#next)
    this.#firstOpen = Math.max(0, this.#firstOpen - this.#next)
    this.#next = 0
  }
}

const isOpen = ({ hasCome, asked }: BodyTask): boolean => !hasCome && asked.size === 0

const canGive = (peer: Peer, { sources, asked, failed }: BodyTask): boolean =>
  peer.isOpen && sources.has(peer) && !asked.has(peer) && !failed.has(peer)

function isOverdue({ asked }: BodyTask, time: number): boolean {
  if (asked.size === 0 || asked.size >= maximumAsked) return false
  for (const askedAt of asked.values()) if (askedAt >= time) return false
  return true
}
