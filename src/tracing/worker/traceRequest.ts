import { timedOut } from '../replay/blockReplay.ts'
import type { TraceJob } from '../request/traceJob.ts'
import { JobControl } from './jobControl.ts'
import type { EncodedBlock, JobMessage } from './messages.ts'
import { TracePieces } from './tracePieces.ts'

/** Number of pieces of about 64 KiB that may be in transit to a reader. */
const piecesAhead = 8

/** Counts the work of a trace. */
export interface TraceMeter {
  addGas(gas: number): void
  /** Time in which the trace occupied a thread. */
  addThreadMs(ms: number): void
}

export interface TraceRequestParts {
  readonly job: TraceJob
  readonly pending: EncodedBlock | undefined
  readonly timeoutMs: number
  readonly meter: TraceMeter | undefined
  /** Called when the reader requests the first piece. */
  readonly onBegin: (request: TraceRequest) => void
  /** Called when the reader has left or the time is over. */
  readonly onStop: (request: TraceRequest) => void
}

/** The request for a trace, until the end of its answer. */
export class TraceRequest {
  readonly pieces: TracePieces
  readonly #parts: TraceRequestParts
  readonly #control = JobControl.withCredit(piecesAhead)
  #timer: NodeJS.Timeout | undefined
  /** Undefined while no thread is occupied. */
  #startedAtMs: number | undefined

  constructor(parts: TraceRequestParts) {
    this.#parts = parts
    this.pieces = new TracePieces({
      begin: () => this.#begin(),
      taken: () => this.#control.give(),
      abandon: () => this.#stop(),
    })
  }

  get message(): JobMessage {
    const { job, pending } = this.#parts
    return { job, pending, control: this.#control.shared }
  }

  /** A thread begins to make the trace. */
  started(): void {
    this.#startedAtMs = performance.now()
  }

  /** The gas that the thread has executed. */
  executed(gas: number): void {
    this.#parts.meter?.addGas(gas)
  }

  end(failure?: Error): void {
    clearTimeout(this.#timer)
    this.#countTime()
    this.pieces.end(failure)
  }

  #begin(): void {
    const { timeoutMs, onBegin } = this.#parts
    this.#timer = setTimeout(() => {
      this.end(timedOut())
      this.#stop()
    }, timeoutMs)
    onBegin(this)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#countTime()
    this.#control.stop()
    this.#parts.onStop(this)
  }

  #countTime(): void {
    if (this.#startedAtMs === undefined) return
    this.#parts.meter?.addThreadMs(performance.now() - this.#startedAtMs)
    this.#startedAtMs = undefined
  }
}
