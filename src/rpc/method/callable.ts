import type { Later } from '../../primitives/work/later.ts'
import type { Result } from '../json/result.ts'

export type Answer = Result | Promise<Result>

/** Who may call a method. */
export type Access =
  | 'everyone'
  /** Everyone but web pages of other machines: it changes the chain of the machine's user or reveals keys. */
  | 'no-foreign-pages'
  /** Changes the node for other clients: on a public network, a key must grant the method by name or module. */
  | 'granted'
  /** Only gateways; for other clients it does not exist. */
  | 'gateways'

interface CommonCallable {
  readonly cost: number
  readonly isLong: boolean
  readonly access: Access
}

/** A method whose calls run only in the main thread. */
export interface ChainCallable<Context> extends CommonCallable {
  readonly placement: 'chain'
  /** `params` are those of the request, unchecked. Throws or rejects when the call fails. */
  call(params: unknown, context: Context): Answer | DelegatedRead<Context>
}

/** A method whose calls may run in a reader thread too. */
export interface ReadCallable<Context, Answered extends Answer = Answer> extends CommonCallable {
  readonly placement: 'reader'
  call(params: unknown, context: Context): Answered
}

/** As much of a method as the envelope needs to call it in a context. */
export type Callable<Context> = ChainCallable<Context> | ReadCallable<Context>

type NamedRead<Context> = ReadCallable<Context> & { readonly name: string }

/** Given instead of the parameters of a read when the result is already known. */
export class KnownResult {
  readonly result: Result

  constructor(result: Result) {
    this.result = result
  }
}

/** Returned by a method of the chain's thread whose answer is that of a read, which runs where reads run. */
export class DelegatedRead<Context> {
  readonly method: NamedRead<Context>
  /** A promise when they are kept outside of the process. */
  readonly params: Later<readonly unknown[] | KnownResult>
  /** Called when the read has an answer, not when it fails; returns the answer of the call, or the next read. */
  readonly onAnswered: (result: Result) => Later<Result | DelegatedRead<Context>>

  constructor(
    method: NamedRead<Context>,
    params: Later<readonly unknown[] | KnownResult>,
    onAnswered: (result: Result) => Later<Result | DelegatedRead<Context>> = (result) => result,
  ) {
    this.method = method
    this.params = params
    this.onAnswered = onAnswered
  }
}
