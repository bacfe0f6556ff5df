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

/** Stands for the answer of a read: a method of the chain's thread names it, and it runs where reads run. */
export class OtherRead<Context> {
  readonly method: Callable<Context> & { readonly name: string }
  /** A promise when they are kept outside of the process. */
  readonly params: readonly unknown[] | Promise<readonly unknown[]>
  /** Called when the read has an answer, not when it fails. */
  readonly onAnswered: () => void

  constructor(
    method: Callable<Context> & { readonly name: string },
    params: readonly unknown[] | Promise<readonly unknown[]>,
    onAnswered = () => {},
  ) {
    this.method = method
    this.params = params
    this.onAnswered = onAnswered
  }
}
