import type { Later } from '../../primitives/work/later.ts'
import type { Result } from '../json/result.ts'

export type Answer = Result | Promise<Result>

/** As much of a method as the envelope needs to call it in a context. */
export interface Callable<Context> {
  readonly cost: number
  readonly isLong: boolean
  readonly needsGrant?: boolean
  /** Only gateways can call it; for other clients it does not exist. */
  readonly isInternal?: boolean
  /** Where calls may run; by default only in the thread of the chain. */
  readonly placement?: 'chain' | 'reader'
  /** `params` are those of the request, unchecked. Throws or rejects when the call fails. */
  call(params: unknown, context: Context): Answer | OtherRead<Context>
}

type NamedCallable<Context> = Callable<Context> & { readonly name: string }

/** Stands for parameters of a read that turned out to be needless. */
export class WithoutRead {
  readonly result: Result

  constructor(result: Result) {
    this.result = result
  }
}

/** Stands for the answer of a read: a method of the chain's thread names it, and it runs where reads run. */
export class OtherRead<Context> {
  readonly method: NamedCallable<Context>
  /** A promise when they are kept outside of the process. */
  readonly params: Later<readonly unknown[] | WithoutRead>
  /** Called when the read has an answer, not when it fails; returns the answer of the call, or the next read. */
  readonly onAnswered: (result: Result) => Later<Result | OtherRead<Context>>

  constructor(
    method: NamedCallable<Context>,
    params: Later<readonly unknown[] | WithoutRead>,
    onAnswered: (result: Result) => Later<Result | OtherRead<Context>> = (result) => result,
  ) {
    this.method = method
    this.params = params
    this.onAnswered = onAnswered
  }
}
