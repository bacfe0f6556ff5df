import type { RequestTrace } from '../../remote/requestTrace.ts'
import type { WorkMeter } from '../../rpc/budget/workMeter.ts'
import type { Result } from '../../rpc/json/result.ts'

/** The facts about a call's client that the writer needs. */
export interface WriterClient {
  readonly name: string
  readonly errors?: 'rootstock' | 'ethereum' | undefined
  /** Undefined for a client without a key. */
  readonly grants?: unknown
  readonly trace?: RequestTrace | undefined
}

export interface WriterCall {
  readonly method: string
  readonly params: unknown
  readonly client: WriterClient
  /** Whether a call without an answer may have sent a transaction. */
  readonly isSubmission?: boolean
  /** Counts the work that the writer reports. */
  readonly meter?: WorkMeter
  /** Gets the function that abandons the call. */
  readonly onStart?: (stop: () => void) => void
}

/** Calls the process that writes the folder. Rejects with the error for the client. */
export interface Writer {
  /** Whether the writer answers now. While it does not, calls fail with `writerAway`. */
  readonly answers: boolean
  call(call: WriterCall): Promise<Result>
}
