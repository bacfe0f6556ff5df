import type { RequestTrace } from '../../remote/requestTrace.ts'
import type { Work } from '../budget/workMeter.ts'
import type { ErrorDialect } from '../errors/errors.ts'
import { limitExceeded, type RpcError } from '../errors/errors.ts'
import type { ClientSubscriptions } from '../method/subscribing.ts'

/** Who asks. */
export interface RpcClient {
  /** Filters belong to it. */
  readonly name: string
  /** The client's own choice; undefined for that of the service. */
  readonly errors?: ErrorDialect | undefined
  /** Whether the client may call a method; undefined when it may call all. */
  readonly allows?: ((method: string) => boolean) | undefined
  /** Whether the client's key names a method or its module; undefined for a client without a key. */
  readonly grants?: ((method: string) => boolean) | undefined
  /** Whether the client is a web page of another machine, which may not use the methods for keys and for time. */
  readonly isForeignPage?: boolean
  /** The nodes that have forwarded the request, for a request of another node. */
  readonly hops?: string | undefined
  /** Names the request in logs. */
  readonly requestId?: string | undefined
  /** Passed on to other nodes; undefined when the client sent nothing of the kind. */
  readonly trace?: RequestTrace | undefined
  /** Whether a gateway asks, for itself or for its client. */
  readonly isGateway?: boolean
  /** Undefined when the client's connection cannot push. */
  readonly subscriptions?: ClientSubscriptions | undefined
}

/** The client as another node of the fleet gets it. */
export const askingClient = ({ name, grants, errors, hops, trace }: RpcClient) => ({
  name,
  hasKey: grants !== undefined,
  errors,
  hops,
  trace,
})

/** Bounds on one answer. */
export interface AnswerLimits {
  /** Requests in a batch. */
  readonly batchItems: number
  /** Characters of the whole answer, which are bytes except where text of a contract is not ASCII. */
  readonly answerBytes: number
  /**
   * Characters at the beginning of a streamed answer that are kept back until they are complete: a failure among them
   * is answered with an error, a later one breaks the connection.
   */
  readonly keptBackBytes: number
  /** For answers that are not there at once. */
  readonly answerTimeoutMs: number
  /** The same for methods that take long by their nature, and for all requests of a batch together. */
  readonly longAnswerTimeoutMs: number
}

export const defaultAnswerLimits: AnswerLimits = {
  batchItems: 100,
  answerBytes: 150 * 1024 * 1024,
  // A full page of `trace_filter` has about 6 million.
  keptBackBytes: 8 * 1024 * 1024,
  answerTimeoutMs: 5_000,
  longAnswerTimeoutMs: 60_000,
}

/** For a caller in the same process that takes any answer. */
export const unboundedAnswer: AnswerLimits = { ...defaultAnswerLimits, answerBytes: Number.POSITIVE_INFINITY }

/** A call that has been answered. */
export interface MeasuredCall {
  /** `unknown` for names without a method: clients must not be able to create new series of metrics. */
  readonly method: string
  readonly ms: number
  /** Units that the method costs at least; they are paid before the call. */
  readonly floor: number
  readonly work: Work
  /** Undefined when the call succeeded. */
  readonly errorCode: number | undefined
}

/** On what an answer of a light client rests: `endpoint` where an endpoint says so, and nothing proves it. */
export type Evidence = 'proof' | 'endpoint'

/** The circumstances of one body's answer: who asks, what the answer may use, and whether the client still waits. */
export interface AnswerContext {
  readonly client: RpcClient
  readonly limits: AnswerLimits
  /** The client does not wait any more. */
  readonly isGone: boolean
  /** Calls back when the client goes; returns the function that cancels this. */
  whenGone(callBack: () => void): () => void
  /**
   * Counts characters of an answer that wait for the rest of it, until the returned function is called. Undefined when
   * the client has as much unread text as it may have.
   */
  hold(length: number): (() => void) | undefined
  /** The error for further requests of a batch: the client owes as much for work as it may. */
  readonly exhausted?: RpcError | undefined
  /** Called for the calls of the body that a light client answers, before their answers are sent. */
  readonly restsOn?: (evidence: Evidence) => void
  /** Called with every call of the body. */
  measured(call: MeasuredCall): void
}

/** The context of a caller in the same process, which waits for its answer however long it takes. */
export const inProcess = (client: RpcClient, limits = defaultAnswerLimits): AnswerContext => ({
  client,
  limits,
  isGone: false,
  whenGone: () => () => {},
  hold: () => () => {},
  measured: () => {},
})

/** Text up to 16 KiB fits in the buffer of a socket and is not counted as waiting for the client. */
export const uncountedLength = 16 * 1024

/** Counts the parts of an answer that wait for the rest of it. */
export class HeldText {
  readonly #context: Pick<AnswerContext, 'hold'>
  readonly #releases: (() => void)[] = []
  #uncounted = 0

  constructor(context: Pick<AnswerContext, 'hold'>) {
    this.#context = context
  }

  /** The error of an answer to a client that has too much text to read already. */
  add(length: number): RpcError | undefined {
    this.#uncounted += length
    if (this.#uncounted <= uncountedLength) return undefined
    const release = this.#context.hold(this.#uncounted)
    if (release === undefined) return limitExceeded('unread answers')
    this.#uncounted = 0
    this.#releases.push(release)
    return undefined
  }

  release(): void {
    for (const release of this.#releases.splice(0)) release()
  }
}
