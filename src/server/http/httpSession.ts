import type { Endpoint } from '../endpoint.ts'
import type { Caller } from '../keys/authority.ts'
import type { Session } from '../requests/session.ts'
import type { Reply } from './reply.ts'

/** An HTTP request as the calls see it. */
export class HttpSession implements Session {
  readonly endpoint: Endpoint
  readonly caller: Caller
  readonly connectionMethods = undefined
  readonly #reply: Reply

  constructor(endpoint: Endpoint, caller: Caller, reply: Reply) {
    this.endpoint = endpoint
    this.caller = caller
    this.#reply = reply
  }

  get address(): string {
    return this.#reply.address
  }

  get isGone(): boolean {
    return this.#reply.isGone
  }

  whenGone(callBack: () => void): () => void {
    return this.#reply.whenGone(callBack)
  }
}
