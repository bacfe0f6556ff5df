import type { Chain } from '../../chain/chain.ts'
import { BlockExecution } from '../../execution/block/blockExecution.ts'
import type { PendingView } from '../../mining/pendingBlock.ts'
import { CompiledFolders } from '../../node/local/artifacts/compiledFolders.ts'
import { CallLog, type CallLogSettings, type LoggedText } from '../../node/local/callLog/callLog.ts'
import { ContractNames } from '../../node/local/callLog/contractNames.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { giveBack } from '../../primitives/work/lentBytes.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { WorkMeter } from '../../rpc/budget/workMeter.ts'
import { failureFor } from '../../rpc/envelope/failure.ts'
import { answerTooLong } from '../../rpc/errors/errors.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import { StreamedJson } from '../../rpc/json/streamedJson.ts'
import { type RpcSettings, startTime } from '../../rpc/method/context.ts'
import type { Registry } from '../../rpc/registry/registry.ts'
import { WrittenTexts } from '../../rpc/shapes/writtenTexts.ts'
import { CodeCache } from '../../state/codeCache.ts'
import { State } from '../../state/state.ts'
import type { Store } from '../../store/store.ts'
import { PagePlaces } from '../../tracing/request/pagePlaces.ts'
import { decodePendingBlock, type EncodedBlock } from '../../tracing/request/pendingBlock.ts'
import type { TraceLimits } from '../../tracing/run/traceLimits.ts'
import { Traces, TraceText } from '../../tracing/run/traces.ts'
import type { JobControl } from '../readers/jobControl.ts'
import type { EndMessage, ReadEnding, ReadMessage, SentPiece } from '../readers/readerFunctions.ts'
import { AnswerOutput, type AnswerOutputParts } from './answerOutput.ts'

/** How often, and how long each time, a reader waits for the best block of the main thread. */
const headWaits = 200
const headWaitMs = 5

/** Longer text is sent as bytes, which the main thread neither copies nor encodes again. */
const longText = 64 * 1024

/** Memory for the code of contracts that the pending block calls. */
const pendingCodeBytes = 4 << 20

/** Ends a call whose client has disconnected. */
class Stopped extends Error {}

/** The call reads the pending block, which only the main thread can make. */
class PendingNeeded extends Error {}

/** The text of a short answer; undefined for a long one, which was sent. */
type Answered = Pick<Extract<ReadEnding, { ending: 'complete' }>, 'text'>

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

/** One network in a reader thread. */
export class Reading {
  readonly #parts: ReadingParts
  readonly #texts: WrittenTexts
  readonly #callLog: CallLog | undefined
  readonly #places = new PagePlaces()
  /** What the call log wrote about the running call. */
  #logged: LoggedText[] = []

  constructor(parts: ReadingParts) {
    this.#parts = parts
    const { chain, callLog } = parts
    const editedRoot = chain.editedRoot.bind(chain)
    const keptBytes = chain.textBytes
    this.#texts = new WrittenTexts(parts.network, { ...parts.settings.development, editedRoot, keptBytes })
    this.#callLog = callLog && this.#openLog(chain, callLog)
  }

  close(): void {
    this.#parts.store.close()
  }

  #openLog(chain: Chain, { folders, hasLines, hasConsole, isVerbose, hint }: CallLogSettings): CallLog {
    const noteAs = (kind: LoggedText['kind']) => (text: string) => void this.#logged.push({ kind, text })
    const names = new ContractNames(new CompiledFolders(folders))
    const onLine = hasLines ? noteAs('line') : undefined
    const onConsole = hasConsole ? noteAs('message') : undefined
    return new CallLog(chain, names, { isVerbose, hint, onLine, onConsole }, true)
  }

  /** Answers a call; `send` gets the pieces of a long answer, each when the main thread has room for it. */
  answer(message: ReadMessage, control: JobControl, { memory, send }: AnswerOutputParts): EndMessage {
    const work = new WorkMeter((units) => control.count(units))
    const sendInTurn = (piece: SentPiece): void => {
      if (!control.spend()) throw new Stopped()
      send(piece)
    }
    const output = new AnswerOutput({ memory, send: sendInTurn })
    const ending = this.#ending(message, control, work, output)
    output.abandon()
    return { ...ending, work: work.work(0), logged: this.#takeLogged() }
  }

  #takeLogged(): readonly LoggedText[] {
    const logged = this.#logged
    this.#logged = []
    return logged
  }

  #ending(message: ReadMessage, control: JobControl, work: WorkMeter, output: AnswerOutput): ReadEnding {
    const unforeseen: unknown[] = []
    try {
      for (let waits = 0; waits < headWaits; waits++) {
        const answered = this.#readAtHead(message, control, work, output)
        if (answered !== undefined) return { ending: 'complete', ...answered }
        control.pause(headWaitMs)
        if (control.isStopped) return { ending: 'stopped' }
      }
      return { ending: 'behind' }
    } catch (error) {
      if (error instanceof Stopped || control.isStopped) return { ending: 'stopped' }
      if (error instanceof PendingNeeded) return { ending: 'needs-pending' }
      const {
        code,
        message: text,
        data,
      } = failureFor(error, (cause) => unforeseen.push(cause)).in(message.errors)
      const metDamage = error instanceof DamagedData
      return { ending: 'refused', error: { code, message: text, data }, unforeseen, metDamage }
    }
  }

  /**
   * Answers the call from one snapshot of the store; undefined while that does not have the best block of the main thread.
   */
  #readAtHead(
    message: ReadMessage,
    control: JobControl,
    work: WorkMeter,
    output: AnswerOutput,
  ): Answered | undefined {
    const { store, chain } = this.#parts
    chain.renew()
    return store.snapshot(() => {
      if (!chain.hasBlock(message.head)) return undefined
      return written(this.#read(message, control, work), message.maximumLength, output)
    })
  }

  #read(
    { method: name, params, errors, pending }: ReadMessage,
    control: JobControl,
    work: WorkMeter,
  ): Result {
    const { chain, network, settings, traces: limits, registry } = this.#parts
    const method = registry.find(name)
    if (typeof method !== 'object' || method.placement !== 'reader')
      throw new Error(`${name} cannot run in a reader thread`)
    const traces = new Traces({ chain, limits, isStopped: () => control.isStopped, places: this.#places })
    const callLog = this.#callLog
    const node = { network, chain, traces, callLog, pending: () => pendingView(pending, chain) }
    // A call whose client has disconnected ends as if its time were over.
    const now = (): number => (control.isStopped ? Number.POSITIVE_INFINITY : Date.now())
    const isOver = startTime(now, settings)
    return method.call(params, {
      ...{ node, texts: this.#texts, settings: { ...settings, errors }, work, now, isOver },
    })
  }
}

/** Sends a long result. */
function written(result: Result, maximumLength: number, output: AnswerOutput): Answered {
  if (result instanceof StreamedJson) {
    if (!(result.pieces instanceof TraceText)) throw new Error('only traces are written piece by piece')
    return writtenTrace(result.pieces, output)
  }
  const pieces = result instanceof JsonText ? (result.pieces ?? [result.text]) : [JSON.stringify(result)]
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length > maximumLength) throw answerTooLong(maximumLength)
  const [first] = pieces
  if (typeof first === 'string' && first.length <= longText) return { text: first }
  for (const piece of pieces) {
    output.write(piece)
    giveBack(piece)
  }
  output.end()
  return { text: undefined }
}

/** A short trace has one piece, which is returned instead of sent. */
function writtenTrace(text: TraceText, output: AnswerOutput): Answered {
  let first: string | undefined
  let count = 0
  text.write((piece) => {
    count++
    if (first === undefined) {
      first = piece
      return
    }
    if (count === 2) output.write(first)
    output.write(piece)
  })
  output.end()
  return { text: count > 1 ? undefined : (first ?? '') }
}

/** The pending block of the main thread, with its final state. */
function pendingView(encoded: EncodedBlock | undefined, chain: Chain): PendingView {
  if (encoded === undefined) throw new PendingNeeded()
  const block = decodePendingBlock(encoded, chain.network)
  return {
    block,
    receipts: block.receipts,
    get state() {
      const codes = new CodeCache(pendingCodeBytes)
      const parent = chain.stateAt(block.header.parentHash)!.commit()
      const context = { network: chain.network, chain, codes }
      return new State(new BlockExecution(block, parent, context).complete().state, codes)
    },
  }
}
