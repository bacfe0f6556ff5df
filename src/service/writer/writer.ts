import type { WorkMeter } from '../../rpc/budget/workMeter.ts'
import type { RpcClient } from '../../rpc/envelope/answerContext.ts'
import type { Result } from '../../rpc/json/result.ts'

export interface WriterCall {
  readonly method: string
  readonly params: unknown
  readonly client: RpcClient
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
