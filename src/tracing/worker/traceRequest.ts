import { timedOut } from '../replay/blockReplay.ts'
import type { TraceJob } from '../request/traceJob.ts'
import { JobControl } from './jobControl.ts'
import type { EncodedBlock, JobMessage } from './messages.ts'
import { TracePieces } from './tracePieces.ts'

/** Number of pieces of about 64 KiB that may be in transit to a reader. */
const piecesAhead = 8

export interface TraceRequestParts {
  readonly job: TraceJob
  readonly pending: EncodedBlock | undefined
  readonly timeoutMs: number
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

  end(failure?: Error): void {
    clearTimeout(this.#timer)
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
    this.#control.stop()
    this.#parts.onStop(this)
  }
}
