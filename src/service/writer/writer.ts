import { dataUpgraded, needsWriter } from '../../rpc/errors/errors.ts'
import type { Result } from '../../rpc/json/result.ts'
import type { Effect, Method } from '../../rpc/method/method.ts'
import type { RequestTrace } from '../../upstream/requestTrace.ts'
import { WriterNeeded } from './withoutWriter.ts'

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
}

/** Calls the process that writes the folder. Rejects with the error for the client. */
export interface Writer {
  /** Whether the writer answers now. While it does not, calls fail with `writerAway`. */
  readonly answers: boolean
  call(call: WriterCall): Promise<Result>
}

/** Kinds of subscriptions to events that are not stored. */
const writersKinds: ReadonlySet<unknown> = new Set(['newPendingTransactions', 'syncing'])

/** How a process that only reads answers. */
export interface OnlyReads {
  readonly writer: Writer | undefined
  /** Whether the folder has a newer format than this process can read. */
  readonly isOutdated?: () => boolean
}

/** Runs a call here or at the writer. Refuses results that were read from a folder of a newer format. */
export function runReading(
  { effect }: Pick<Method, 'effect'>,
  call: WriterCall,
  run: () => Result | Promise<Result>,
  { writer, isOutdated = () => false }: OnlyReads,
): Result | Promise<Result> {
  const checked = (result: Result): Result => {
    if (isOutdated()) throw dataUpgraded()
    return result
  }
  try {
    const result = runOrForward(effect, call, run, writer)
    if (!(result instanceof Promise)) return checked(result)
    return result.then(checked, (error: unknown) => {
      throw isOutdated() ? dataUpgraded() : error
    })
  } catch (error) {
    throw isOutdated() ? dataUpgraded() : error
  }
}

/** Runs a call here, and asks the writer when the call needs it. Without a writer such a call fails. */
function runOrForward(
  effect: Effect,
  call: WriterCall,
  run: () => Result | Promise<Result>,
  writer: Writer | undefined,
): Result | Promise<Result> {
  const { method, params } = call
  const [kind]: readonly unknown[] = Array.isArray(params) ? params : []
  if (writer === undefined && effect === 'subscribes' && writersKinds.has(kind)) {
    throw needsWriter(`${method} "${kind}"`)
  }
  const isSubmission = effect === 'submits-signed' || effect === 'submits-unsigned'
  const forward = (error?: unknown): Promise<Result> => {
    if (error !== undefined && !(error instanceof WriterNeeded)) throw error
    if (writer === undefined) throw needsWriter(method)
    return writer.call({ ...call, isSubmission }).catch(async (failure: unknown) => {
      // This call was the first to find the writer away: a method that can do without the writer now succeeds here.
      if (writer.answers || error === undefined) throw failure
      try {
        return await run()
      } catch {
        throw failure
      }
    })
  }
  // The writer keeps the filters, so that all its readers have the same ones.
  if (effect === 'uses-filter') return forward()
  try {
    const result = run()
    return result instanceof Promise ? result.catch(forward) : result
  } catch (error) {
    return forward(error)
  }
}
