import type {
  AnswerContext,
  AnswerLimits,
  MeasuredCall,
  RpcClient,
} from '../../rpc/envelope/answerContext.ts'
import type { RpcError } from '../../rpc/errors/errors.ts'
import type { AccessEntry } from '../log/accessLog.ts'
import type { Billing } from '../requests/billing.ts'

/** One message of a WebSocket whose requests are logged: several are answered at once, each with a line of its own. */
export class LoggedMessage implements AnswerContext {
  readonly #connection: AnswerContext
  readonly #entry: AccessEntry
  readonly #billing: Pick<Billing, 'unitsOf'>

  constructor(connection: AnswerContext, entry: AccessEntry, billing: Pick<Billing, 'unitsOf'>) {
    this.#connection = connection
    this.#entry = entry
    this.#billing = billing
  }

  get client(): RpcClient {
    return this.#connection.client
  }

  get limits(): AnswerLimits {
    return this.#connection.limits
  }

  get isGone(): boolean {
    return this.#connection.isGone
  }

  get exhausted(): RpcError | undefined {
    return this.#connection.exhausted
  }

  whenGone(callBack: () => void): () => void {
    return this.#connection.whenGone(callBack)
  }

  hold(length: number): (() => void) | undefined {
    return this.#connection.hold(length)
  }

  measured(call: MeasuredCall): void {
    this.#entry.called(this.#billing.unitsOf(call), call.work.bytes, call.errorCode)
    this.#connection.measured(call)
  }
}
