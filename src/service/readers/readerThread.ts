import { Thread, ThreadGone } from '../../primitives/threads/thread.ts'
import { giveBack } from '../../primitives/work/lentBytes.ts'
import { ownTurn } from '../../primitives/work/turns.ts'
import type { FailureFacts } from '../../rpc/envelope/failure.ts'
import { internalError, limitExceeded, nodeClosed, RpcError } from '../../rpc/errors/errors.ts'
import type { ReplicaSource } from '../../store/store.ts'
import { PieceMemory } from './pieceMemory.ts'
import type { EndMessage, ReaderFunctions, SentPiece } from './readerFunctions.ts'
import type { ReaderNetwork, SentPending } from './readerNetwork.ts'
import { ReaderBehind, type ReadRequest } from './readRequest.ts'

const program = 'service/worker/readerWorker.ts'

export interface ReaderThreadParts {
  /** Limit on the JavaScript objects of the thread. */
  readonly heapMegabytes: number
  /** Size of the cache for each network. */
  readonly cacheBytes: number
  /** The network with this id; undefined when it is not served any more. */
  readonly network: (id: number) => ReaderNetwork | undefined
  /** Called when a call has ended and the thread is free. */
  readonly onFree: (thread: ReaderThread) => void
  /** Called when the thread has ended unexpectedly. */
  readonly onCrash: (thread: ReaderThread) => void
  readonly onError: (error: unknown, facts?: FailureFacts) => void
}

/** A thread that does not stop within this time is terminated. A single precompiled contract can take seconds. */
const stopTimeoutMs = 5_000

/** Maximum size of a thread's copy of a chain in memory. Calls on a larger chain run in the main thread. */
const maximumCopyBytes = 512 << 20

/** A thread that answers one call at a time. */
export class ReaderThread {
  readonly #parts: ReaderThreadParts
  readonly #memory = PieceMemory.create()
  readonly #thread: Thread<ReaderFunctions, SentPiece>
  /** The networks that the thread has opened, with the sources of their copies if they are in memory. */
  readonly #opened = new Map<number, ReplicaSource | undefined>()
  #request: ReadRequest | undefined
  /** Undefined unless the thread is closing a store. */
  #closing: Promise<void> | undefined

  constructor(parts: ReaderThreadParts) {
    this.#parts = parts
    this.#thread = new Thread({
      name: 'cambium reader',
      program,
      data: this.#memory.shared,
      resourceLimits: { maxOldGenerationSizeMb: parts.heapMegabytes },
      onNews: (sent) => this.#addPiece(sent),
      onEnd: (reason) => {
        if (!(reason instanceof ThreadGone)) parts.onError(reason)
        this.#end(this.#request?.mustRestart ? limitExceeded('reader threads') : internalError())
        parts.onCrash(this)
      },
    })
  }

  /** Must not be called while a call runs. */
  start(request: ReadRequest): void {
    this.#request = request
    void this.#answer(request).then(() => {
      if (this.#request !== request) return
      this.#request = undefined
      this.#parts.onFree(this)
    })
  }

  /** Terminates the thread if it does not end a stopped request in time. */
  stop(request: ReadRequest): void {
    if (this.#request === request) this.#thread.expectAnswers(stopTimeoutMs)
  }

  /** The network is not served any more. Returns whether the thread was terminated because it ran a call of that network. */
  forget(id: number): boolean {
    if (this.#request?.network === id) {
      this.close()
      return true
    }
    if (this.#opened.has(id)) this.#close(id)
    return false
  }

  #close(id: number): void {
    this.#opened.get(id)?.close()
    this.#opened.delete(id)
    const ended = (): void => {
      if (this.#closing === closing) this.#closing = undefined
    }
    const closing = this.#thread.ask('close', id).then(ended, ended)
    this.#closing = closing
  }

  /** Waits until the thread has closed its stores: LMDB ends the process when a thread is terminated while it closes one. */
  close(): void {
    if (this.#closing === undefined) this.#thread.terminate()
    else {
      this.#thread.expectAnswers(stopTimeoutMs)
      void this.#closing.then(() => this.#thread.terminate())
    }
    this.#end(nodeClosed())
  }

  #end(error: RpcError): void {
    this.#request?.fail(error)
    this.#request = undefined
    for (const source of this.#opened.values()) source?.close()
    this.#opened.clear()
  }

  async #answer(request: ReadRequest): Promise<void> {
    try {
      const network = this.#parts.network(request.network)
      if (network === undefined) throw nodeClosed()
      await this.#update(request.network, network)
      let end = await this.#thread.ask('read', request.message(undefined))
      if (end.ending === 'needs-pending' && !request.isEnded) {
        const sent = pendingOf(network)
        if (sent instanceof Error) {
          request.worked(end.work)
          request.fail(sent)
          return
        }
        const { pending, head } = sent
        await this.#update(request.network, network)
        end = await this.#thread.ask('read', request.message(pending, head))
      }
      request.worked(end.work)
      if (end.logged.length > 0) network.node.callLog?.tell(end.logged)
      this.#finish(request, end, network)
    } catch (error) {
      const isForeseen = error instanceof RpcError || error instanceof ReaderBehind
      if (!isForeseen && this.#thread.isOpen) {
        this.#parts.onError(error, factsOf(request, this.#parts.network(request.network)))
      }
      request.fail(isForeseen ? error : internalError())
    }
  }

  /**
   * Opens the network in the thread, and sends the missing records to the copy of a chain in memory. A whole chain is copied
   * in parts, between which the main thread does other work.
   */
  async #update(id: number, network: ReaderNetwork): Promise<void> {
    if (!this.#opened.has(id)) this.#open(id, network)
    const source = this.#opened.get(id)
    if (source === undefined) return
    if (source.copyBytes > maximumCopyBytes) {
      this.#close(id)
      throw new ReaderBehind()
    }
    for (;;) {
      const { packed, isLast } = source.take()
      if (packed.length > 0) this.#thread.tell('change', { id, packed }, [packed.buffer])
      if (isLast) return
      await ownTurn()
    }
  }

  #open(id: number, { node, settings }: ReaderNetwork): void {
    const { store, folder } = node.data
    const source = folder === undefined ? store.replicate?.() : undefined
    if (folder === undefined && source === undefined) throw new ReaderBehind()
    this.#opened.set(id, source)
    const { cacheBytes } = this.#parts
    this.#thread.tell('open', {
      id,
      network: node.network,
      folder,
      cacheBytes,
      settings,
      traces: node.traces.limits,
      callLog: node.callLog?.settings,
    })
  }

  #addPiece(sent: SentPiece): void {
    const piece = sent instanceof Uint8Array ? sent : this.#memory.piece(sent)
    if (this.#request === undefined) giveBack(piece)
    else this.#request.add(piece)
  }

  #finish(request: ReadRequest, end: EndMessage, network: ReaderNetwork): void {
    switch (end.ending) {
      case 'complete':
        request.complete(end.text)
        return
      case 'refused': {
        const { code, message, data } = end.error
        for (const error of end.unforeseen) this.#parts.onError(error, factsOf(request, network))
        const { faults } = network.node
        if (end.metDamage && faults !== undefined) faults.damagedRecordsMet++
        request.fail(new RpcError(code, message, data))
        return
      }
      case 'behind':
        request.fail(new ReaderBehind())
        return
      case 'stopped':
      case 'needs-pending':
        if (!request.mustRestart) request.fail(nodeClosed())
    }
  }
}

const factsOf = ({ call }: ReadRequest, served: ReaderNetwork | undefined): FailureFacts => ({
  requestId: call.requestId,
  network: served?.node.network.name,
  method: call.method,
})

/** The pending block, or why the node has none: a process that only reads asks its writer then. */
function pendingOf(network: ReaderNetwork): SentPending | Error {
  try {
    return network.pending()
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}
