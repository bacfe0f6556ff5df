import type { Chain } from '../../chain/chain.ts'
import { CallLog, type CallLogSettings } from '../../node/local/callLog/callLog.ts'
import { recordOf } from '../../primitives/errors.ts'
import { openRunDelay } from '../../primitives/runDelay.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Store } from '../../store/store.ts'
import type { TraceLimits } from '../../tracing/run/traceLimits.ts'
import { Traces } from '../../tracing/run/traces.ts'
import { TraceText } from '../../tracing/run/traceText.ts'
import { WorkMeter } from '../budget/workMeter.ts'
import { failureFor } from '../envelope/failure.ts'
import { answerTooLong } from '../errors/errors.ts'
import { JsonText } from '../json/jsonText.ts'
import type { Piece } from '../json/piece.ts'
import type { Result } from '../json/result.ts'
import { StreamedJson } from '../json/streamedJson.ts'
import type { RpcSettings } from '../method/context.ts'
import type { JobControl } from '../readers/jobControl.ts'
import type { Ending, EndMessage, ReadMessage } from '../readers/messages.ts'
import type { Registry } from '../registry/registry.ts'
import { WrittenTexts } from '../shapes/writtenTexts.ts'
import { PendingNeeded, pendingView } from './pendingView.ts'

/** Characters of a piece of a long answer. Small pieces cost the thread of the sockets more turns. */
const pieceLength = 1024 * 1024
/** How often, and how long each time, a reader waits for the best block of the other thread. */
const headWaits = 200
const headWaitMs = 5

/** Longer text is sent as bytes, which the thread of the sockets neither copies nor encodes again. */
const longText = 64 * 1024
const encoder = new TextEncoder()
const sent = (rest: Piece): Piece =>
  typeof rest === 'string' && rest.length > longText ? encoder.encode(rest) : rest

/** Time in which other programs had the processor, which no client pays. */
const runDelay = openRunDelay()

/** Ends a call whose client has left. */
class Stopped extends Error {}

interface ReadingParts {
  readonly store: Store
  readonly chain: Chain
  readonly network: Network
  readonly settings: RpcSettings
  readonly traces: TraceLimits
  /** Undefined when calls are not logged. */
  readonly callLog: CallLogSettings | undefined
  readonly registry: Registry
}

/** One network in a reader's thread. */
export class Reading {
  readonly #parts: ReadingParts
  readonly #texts: WrittenTexts
  readonly #callLog: CallLog | undefined
  /** Lines of the call log about the running call. */
  #logged: string[] = []

  constructor(parts: ReadingParts) {
    this.#parts = parts
    const { chain, callLog } = parts
    const editedRoot = chain.editedRoot.bind(chain)
    const keptBytes = chain.textBytes
    this.#texts = new WrittenTexts(parts.network, { ...parts.settings.development, editedRoot, keptBytes })
    const onLine = (line: string): void => void this.#logged.push(line)
    this.#callLog = callLog && new CallLog(chain, { ...callLog, onLine }, true)
  }

  close(): void {
    this.#parts.store.close()
  }

  /** Answers a call; `send` gets the pieces of a long answer, each when the other thread has room for it. */
  answer(message: ReadMessage, control: JobControl, send: (piece: Uint8Array) => void): EndMessage {
    const work = new WorkMeter()
    const startedAtMs = performance.now()
    const delayedBeforeMs = runDelay()
    let pausedMs = 0
    const write = (piece: Piece): void => {
      const pausedAtMs = performance.now()
      const mayGoOn = control.spend()
      pausedMs += performance.now() - pausedAtMs
      if (!mayGoOn) throw new Stopped()
      send(typeof piece === 'string' ? encoder.encode(piece) : piece)
    }
    const ending = this.#ending(message, control, work, write)
    const { gas, logs } = work.work(0)
    const idleMs = pausedMs + runDelay() - delayedBeforeMs
    const threadMs = Math.max(0, performance.now() - startedAtMs - idleMs)
    return { ...ending, work: { gas, logs, threadMs }, logged: this.#takeLogged() }
  }

  #takeLogged(): readonly string[] {
    const logged = this.#logged
    this.#logged = []
    return logged
  }

  #ending(message: ReadMessage, control: JobControl, work: WorkMeter, write: (piece: Piece) => void): Ending {
    const unforeseen: unknown[] = []
    try {
      for (let waits = 0; waits < headWaits; waits++) {
        const rest = this.#readAtHead(message, control, work, write)
        if (rest !== undefined) return { ending: 'complete', rest: sent(rest) }
        this.#logged = []
        control.pause(headWaitMs)
        if (control.isStopped) return { ending: 'stopped' }
      }
      return { ending: 'behind' }
    } catch (error) {
      if (error instanceof Stopped || control.isStopped) return { ending: 'stopped' }
      if (error instanceof PendingNeeded) return { ending: 'needs-pending' }
      const { code, message: text, data } = failureFor(error, (cause) => unforeseen.push(cause))
      const damaged = recordOf(error)
      return { ending: 'refused', error: { code, message: text, data }, unforeseen, damaged }
    }
  }

  /**
   * The rest of the answer; undefined when the store does not have the best block of the other thread yet, or when
   * blocks left the best chain meanwhile. The call reads one state of a folder until its end. A store in memory may
   * change: what is stored stays, but a local chain can return to an earlier block.
   */
  #readAtHead(
    message: ReadMessage,
    control: JobControl,
    work: WorkMeter,
    write: (piece: Piece) => void,
  ): Piece | undefined {
    const { store, chain } = this.#parts
    return store.snapshot(() => {
      if (!chain.hasBlock(message.head)) return undefined
      const { head } = chain
      try {
        const result = this.#read(message, control, work)
        if (!(result instanceof StreamedJson || chain.isCanonical(head))) return undefined
        return sentInPieces(result, message.maximumLength, write)
      } catch (error) {
        if (!chain.isCanonical(head)) return undefined
        throw error
      }
    })
  }

  #read(
    { method: name, params, errors, pending }: ReadMessage,
    control: JobControl,
    work: WorkMeter,
  ): Result {
    const { chain, network, settings, traces: limits, registry } = this.#parts
    const method = registry.find(name)
    const read = method === 'unavailable' ? undefined : method?.read
    if (read === undefined) throw new Error(`${name} cannot run in a reader's thread`)
    const traces = new Traces({ chain, limits, isStopped: () => control.isStopped })
    const callLog = this.#callLog
    const node = { network, chain, traces, callLog, pending: () => pendingView(pending, chain) }
    return read(params, {
      node,
      texts: this.#texts,
      settings: { ...settings, errors },
      work,
      // A call whose client has left ends as if its time was over.
      now: () => (control.isStopped ? Number.POSITIVE_INFINITY : Date.now()),
    })
  }
}

/** Sends all but the last piece of a result. */
function sentInPieces(result: Result, maximumLength: number, write: (piece: Piece) => void): Piece {
  if (result instanceof StreamedJson) {
    if (!(result.pieces instanceof TraceText)) throw new Error('only traces are written piece by piece')
    return withoutLast(result.pieces, write)
  }
  if (result instanceof JsonText && result.pieces !== undefined) {
    return withoutLastOf(result.pieces, maximumLength, write)
  }
  const text = result instanceof JsonText ? result.text : JSON.stringify(result)
  if (text.length > maximumLength) throw answerTooLong(maximumLength)
  let start = 0
  while (start + pieceLength < text.length) {
    const end = start + pieceLength - (isHighSurrogate(text.charCodeAt(start + pieceLength - 1)) ? 1 : 0)
    write(text.slice(start, end))
    start = end
  }
  return text.slice(start)
}

function withoutLastOf(
  pieces: readonly Uint8Array[],
  maximumLength: number,
  write: (piece: Piece) => void,
): Piece {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length > maximumLength) throw answerTooLong(maximumLength)
  for (const piece of pieces.slice(0, -1)) write(piece)
  return pieces.at(-1)!
}

/** The first half of a character must not be encoded without the second. */
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

/** Short traces have one piece, which ends the call together with it. */
function withoutLast(text: TraceText, write: (piece: string) => void): string {
  let latest: string | undefined
  text.write((piece) => {
    if (latest !== undefined) write(latest)
    latest = piece
  })
  return latest ?? ''
}
