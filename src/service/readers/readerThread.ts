import { MessageChannel, type TransferListItem } from 'node:worker_threads'
import { Thread, ThreadGone } from '../../primitives/threads/thread.ts'
import { internalError, nodeClosed, RpcError } from '../../rpc/errors/errors.ts'
import { giveBack } from '../../rpc/json/piece.ts'
import { answerCounter, answerFrom } from '../../store/remoteReading.ts'
import { nodesBelow } from './nodesBelow.ts'
import { PieceMemory } from './pieceMemory.ts'
import type { EndMessage, ReaderFunctions, SentPiece, StoreSource } from './readerFunctions.ts'
import { ReaderBehind, type ReadRequest } from './readRequest.ts'
import type { ServedNetwork } from './servedNetwork.ts'

const program = 'service/worker/readerWorker.ts'

export interface ReaderThreadParts {
  /** Limit on the JavaScript objects of the thread. */
  readonly heapMegabytes: number
  /** Memory for what it has read of each network. */
  readonly cacheBytes: number
  /** The network of an id; undefined when it is not served any more. */
  readonly network: (id: number) => ServedNetwork | undefined
  /** Called when a call has ended and the thread is free. */
  readonly onFree: (thread: ReaderThread) => void
  /** Called when the thread has ended unexpectedly. */
  readonly onCrash: (thread: ReaderThread) => void
  readonly onError: (error: unknown) => void
}

/** A thread that does not stop within this time is terminated; a single precompiled contract can be slow. */
const stopTimeoutMs = 5_000

/** A thread that answers one call at a time. */
export class ReaderThread {
  readonly #parts: ReaderThreadParts
  readonly #memory = PieceMemory.create()
  readonly #thread: Thread<ReaderFunctions, SentPiece>
  /** The networks that the thread has opened, with the function that closes their sources. */
  readonly #opened = new Map<number, () => void>()
  #request: ReadRequest | undefined

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
        this.#end(internalError())
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

  /** The network is not served any more. Returns whether the thread has ended because it runs a call of it. */
  forget(id: number): boolean {
    if (this.#request?.network === id) {
      this.close()
      return true
    }
    const close = this.#opened.get(id)
    if (close === undefined) return false
    this.#opened.delete(id)
    close()
    this.#thread.tell('close', id)
    return false
  }

  close(): void {
    this.#thread.terminate()
    this.#end(nodeClosed())
  }

  #end(error: RpcError): void {
    this.#request?.fail(error)
    this.#request = undefined
    for (const close of this.#opened.values()) close()
    this.#opened.clear()
  }

  async #answer(request: ReadRequest): Promise<void> {
    try {
      const network = this.#parts.network(request.network)
      if (network === undefined) throw nodeClosed()
      request.started()
      if (!this.#opened.has(request.network)) this.#open(request.network, network)
      let end = await this.#thread.ask('read', request.message(undefined))
      if (end.ending === 'needs-pending' && !request.isEnded) {
        const { pending, head } = network.pending()
        end = await this.#thread.ask('read', request.message(pending, head))
      }
      request.worked(end.work)
      if (end.logged.length > 0) network.callLog?.tell(end.logged)
      this.#finish(request, end, network)
    } catch (error) {
      const isForeseen = error instanceof RpcError || !this.#thread.isOpen
      if (!isForeseen) this.#parts.onError(error)
      request.fail(error instanceof RpcError ? error : internalError())
    }
  }

  #open(id: number, { network, data, settings, traces, callLog }: ServedNetwork): void {
    const { source, transferred, close } = openSource(data)
    this.#opened.set(id, close)
    const { cacheBytes } = this.#parts
    const opened = { id, network, source, cacheBytes, settings, traces, callLog: callLog?.settings }
    this.#thread.tell('open', opened, transferred)
  }

  #addPiece(sent: SentPiece): void {
    const piece = sent instanceof Uint8Array ? sent : this.#memory.piece(sent)
    if (this.#request === undefined) giveBack(piece)
    else this.#request.add(piece)
  }

  #finish(request: ReadRequest, end: EndMessage, network: ServedNetwork): void {
    switch (end.ending) {
      case 'complete':
        request.complete(end.text)
        return
      case 'refused': {
        const { code, message, data } = end.error
        for (const error of end.unforeseen) this.#parts.onError(error)
        if (end.damaged) network.repair?.(end.damaged)
        request.fail(new RpcError(code, message, data))
        return
      }
      case 'behind':
        request.fail(new ReaderBehind())
        return
      case 'stopped':
      case 'needs-pending':
        request.fail(nodeClosed())
    }
  }
}

interface OpenedSource {
  readonly source: StoreSource
  readonly transferred: readonly TransferListItem[]
  readonly close: () => void
}

function openSource({ reader, folder }: ServedNetwork['data']): OpenedSource {
  if (folder !== undefined) return { source: { kind: 'folder', ...folder }, transferred: [], close: () => {} }
  const { port1, port2 } = new MessageChannel()
  const answered = answerCounter()
  answerFrom(reader, port1, answered, (table, value) => nodesBelow(reader, table, value))
  return {
    source: { kind: 'memory', port: port2, answered },
    transferred: [port2],
    close: () => port1.close(),
  }
}
