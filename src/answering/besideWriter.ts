import { after, type Later, recovered } from '../primitives/work/later.ts'
import type { Answerer, Call } from '../rpc/envelope/call.ts'
import { dataUpgraded, needsWriter } from '../rpc/errors/errors.ts'
import type { Result } from '../rpc/json/result.ts'
import type { Effect } from '../rpc/method/methodFacts.ts'
import type { Writer } from '../service/writer/writer.ts'
import { WriterNeeded } from './withoutWriter.ts'

/** How a process that only reads answers. */
export interface OnlyReads {
  readonly writer: Writer | undefined
  /** Whether the folder has a newer format than this process can read. */
  readonly isOutdated?: () => boolean
}

/** Kinds of subscriptions to events that are not stored. */
const writersKinds: ReadonlySet<unknown> = new Set(['newPendingTransactions', 'syncing'])
/** The writer keeps the filters, so that all its readers have the same ones. */
const writersEffects: ReadonlySet<Effect> = new Set([
  ...(['opens-filter', 'opens-node-filter', 'polls-filter', 'removes-filter'] as const),
])
const submissions: ReadonlySet<Effect> = new Set(['submits-signed', 'submits-and-waits', 'submits-unsigned'])

/**
 * Answers reads here, and asks the process that writes the folder when a call needs what is not stored. Without a writer
 * such a call fails. Refuses results that were read from a folder of a newer format.
 */
export function besideWriter(inner: Answerer, { writer, isOutdated = () => false }: OnlyReads): Answerer {
  const answer = (call: Call): Later<Result> => {
    const { effect } = call.method
    const [kind]: readonly unknown[] = Array.isArray(call.params) ? call.params : []
    if (writer === undefined && effect === 'subscribes' && writersKinds.has(kind)) {
      throw needsWriter(`${call.name} "${kind}"`)
    }
    if (writersEffects.has(effect)) return atWriter(call, writer)
    const forward = async (error: unknown): Promise<Result> => {
      if (!(error instanceof WriterNeeded)) throw error
      try {
        return await atWriter(call, writer)
      } catch (failure) {
        // This call was the first to find the writer away: a method that can do without the writer now succeeds here.
        if (writer === undefined || writer.answers) throw failure
        try {
          return await inner(call)
        } catch {
          throw failure
        }
      }
    }
    return recovered(() => inner(call), forward)
  }
  const checked = (result: Result): Result => {
    if (isOutdated()) throw dataUpgraded()
    return result
  }
  const refuse = (error: unknown): never => {
    throw isOutdated() ? dataUpgraded() : error
  }
  return (call) => recovered(() => after(answer(call), checked), refuse)
}

function atWriter(call: Call, writer: Writer | undefined): Promise<Result> {
  const { name, params, client, meter, method } = call
  if (writer === undefined) throw needsWriter(name)
  return writer.call({
    method: name,
    params,
    client,
    isSubmission: submissions.has(method.effect),
    meter,
    onStart: (stop) => call.movesTo(stop),
  })
}
