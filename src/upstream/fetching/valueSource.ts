import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import { answersTo, type CallAnswer, fromEndpoint } from '../answers/fields.ts'
import type { Fetcher } from './fetchThread.ts'

/** Reads answers. Throws an `EndpointFault` or `DecodeError` for those that cannot be used. */
export type Settle<Result> = (answers: readonly CallAnswer[]) => Result

/** Where missing values come from: one endpoint, or several of which the next is asked when answers cannot be used. */
export interface ValueSource {
  /** The endpoint without its keys. */
  readonly shown: string
  /** Rejects with an `UpstreamError`. */
  ask<Result>(calls: readonly RemoteCall[], settle: Settle<Result>): Promise<Result>
  /** Blocks this thread until the answers arrive; undefined where nothing may wait. Throws an `UpstreamError`. */
  readonly askAndWait?: <Result>(calls: readonly RemoteCall[], settle: Settle<Result>) => Result
}

/** One endpoint that may be asked without waiting only. */
export const withoutWaiting = (fetcher: Pick<Fetcher, 'shown' | 'ask'>): ValueSource => ({
  shown: fetcher.shown,
  async ask(calls, settle) {
    const answers = await fetcher.ask(calls)
    return fromEndpoint(fetcher.shown, () => settle(answersTo(calls, answers)))
  },
})

/** One endpoint. */
export const sourceOf = (fetcher: Fetcher): ValueSource => ({
  ...withoutWaiting(fetcher),
  askAndWait(calls, settle) {
    const answers = fetcher.askAndWait(calls)
    return fromEndpoint(fetcher.shown, () => settle(answersTo(calls, answers)))
  },
})
