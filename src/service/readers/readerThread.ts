import { MessageChannel, type TransferListItem, type Worker } from 'node:worker_threads'
import { startThread } from '../../primitives/threads/startThread.ts'
import { internalError, nodeClosed, RpcError } from '../../rpc/errors/errors.ts'
import { giveBack } from '../../rpc/json/piece.ts'
import { answerCounter, answerFrom } from '../../store/remoteReading.ts'
import type { EndMessage, MessageFromReader, MessageToReader, SentPiece, StoreSource } from './messages.ts'
import { nodesBelow } from './nodesBelow.ts'
import { PieceMemory } from './pieceMemory.ts'
import { ReaderBehind } from './readerBehind.ts'
import type { ReadRequest } from './readRequest.ts'
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
  /** Called when the thread has ended. */
  readonly onGone: (thread: ReaderThread) => void
  readonly onError: (error: unknown) => void
}

/** A thread that does not stop within this time is terminated; a single precompiled contract can be slow. */
const stopTimeoutMs = 5_000

/** A worker thread that answers one call at a time. */
export class ReaderThread {
  readonly #parts: ReaderThreadParts
  readonly #memory = PieceMemory.create()
  readonly #worker: Worker
  /** The networks that the worker has opened, with the function that closes their sources. */
  readonly #opened = new Map<number, () => void>()
  #request: ReadRequest | undefined
  #stopTimer: NodeJS.Timeout | undefined
  #failure: unknown
  #isClosed = false

  constructor(parts: ReaderThreadParts) {
    this.#parts = parts
    this.#worker = startThread(program, {
      name: 'cambium reader',
      workerData: this.#memory.shared,
      resourceLimits: { maxOldGenerationSizeMb: parts.heapMegabytes },
    })
    this.#worker.on('message', (message: MessageFromReader) => this.#receive(message))
    this.#worker.on('error', (error) => {
      this.#failure = error
    })
    this.#worker.on('exit', () => this.#end())
  }

  /** Must not be called while a call runs. */
  start(request: ReadRequest): void {
    const network = this.#parts.network(request.network)
    if (network === undefined) {
      request.fail(nodeClosed())
      setImmediate(() => this.#parts.onFree(this))
      return
    }
    this.#request = request
    request.started()
    // An idle thread must not keep the process alive.
    this.#worker.ref()
    if (!this.#opened.has(request.network)) this.#open(request.network, network)
    this.#post(request.message(undefined))
  }

  /** Terminates the worker if it does not end a stopped request in time. */
  stop(request: ReadRequest): void {
    if (this.#request !== request) return
    this.#stopTimer = setTimeout(() => void this.#worker.terminate(), stopTimeoutMs)
  }

  /** The network is not served any more; its running call ends at once. */
  forget(id: number): void {
    if (this.#request?.network === id) {
      this.close()
      return
    }
    const close = this.#opened.get(id)
    if (close === undefined) return
    this.#opened.delete(id)
    close()
    this.#post({ kind: 'close', id })
  }

  /** Whether the thread ends because it is not wanted any more. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    this.#isClosed = true
    this.#request?.fail(nodeClosed())
    this.#closeSources()
    void this.#worker.terminate()
  }

  #open(id: number, { network, data, settings, traces, callLog }: ServedNetwork): void {
    const { source, transferred, close } = openSource(data)
    this.#opened.set(id, close)
    const message = {
      kind: 'open',
      id,
      network,
      source,
      cacheBytes: this.#parts.cacheBytes,
      settings,
      traces,
      callLog: callLog?.settings,
    } as const
    this.#post(message, transferred)
  }

  #post(message: MessageToReader, transferred: readonly TransferListItem[] = []): void {
    this.#worker.postMessage(message, transferred)
  }

  #receive(message: MessageFromReader): void {
    const request = this.#request
    if (!('ending' in message)) {
      const piece = this.#pieceOf(message)
      if (request === undefined) giveBack(piece)
      else request.add(piece)
      return
    }
    if (request === undefined) return
    if (message.ending === 'needs-pending') {
      const network = this.#parts.network(request.network)
      if (network !== undefined) {
        const { pending, head } = network.pending()
        this.#post(request.message(pending, head))
        return
      }
    }
    clearTimeout(this.#stopTimer)
    this.#request = undefined
    this.#worker.unref()
    request.worked(message.work)
    if (message.logged.length > 0) this.#parts.network(request.network)?.callLog?.tell(message.logged)
    this.#finish(request, message)
    this.#parts.onFree(this)
  }

  #finish(request: ReadRequest, message: EndMessage): void {
    switch (message.ending) {
      case 'complete':
        request.complete(typeof message.rest === 'string' ? message.rest : this.#pieceOf(message.rest))
        return
      case 'refused': {
        const { code, message: text, data } = message.error
        for (const error of message.unforeseen) this.#parts.onError(error)
        if (message.damaged) this.#parts.network(request.network)?.repair?.(message.damaged)
        request.fail(new RpcError(code, text, data))
        return
      }
      case 'behind':
        request.fail(new ReaderBehind())
        return
      case 'failed':
        this.#parts.onError(message.error)
        request.fail(internalError())
        return
      case 'stopped':
      case 'needs-pending':
        request.fail(nodeClosed())
    }
  }

  #pieceOf(sent: SentPiece): Uint8Array {
    return sent instanceof Uint8Array ? sent : this.#memory.piece(sent)
  }

  #closeSources(): void {
    for (const close of this.#opened.values()) close()
    this.#opened.clear()
  }

  #end(): void {
    clearTimeout(this.#stopTimer)
    this.#closeSources()
    this.#request?.fail(internalError())
    if (this.#failure !== undefined) this.#parts.onError(this.#failure)
    this.#parts.onGone(this)
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
