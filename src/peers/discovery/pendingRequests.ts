import { isSameAddress, type PeerAddress } from '../identity/enode.ts'

/** A request without an answer yet. */
export interface PendingRequest extends PeerAddress {
  readonly requestId: string
  /** The request is repeated or given up at this time. */
  readonly answerUntilMs: number
  /** Whether another node reported the address, or an unverified packet came from it. */
  readonly isUnverified: boolean
  /** How often the request was sent, this time included. */
  readonly attempt: number
}

const keyOf = ({ host, port }: PeerAddress): string => `${host} ${port}`

/** Requests of one kind without an answer, at most one per address. */
export class PendingRequests {
  readonly #byId = new Map<string, PendingRequest>()
  readonly #byAddress = new Map<string, PendingRequest>()

  /** Whether a request to an address can be added without exceeding `maximum`. */
  hasRoomFor(address: PeerAddress, maximum: number): boolean {
    return this.#byId.size < maximum && !this.#byAddress.has(keyOf(address))
  }

  /** Whether a request to an address that we chose ourselves is waiting for its answer. */
  isExpecting(address: PeerAddress): boolean {
    return this.#byAddress.get(keyOf(address))?.isUnverified === false
  }

  add(request: PendingRequest): void {
    this.#byId.set(request.requestId, request)
    this.#byAddress.set(keyOf(request), request)
  }

  /** Removes and returns the request that an answer from an address belongs to. */
  settle(requestId: string, from: PeerAddress): PendingRequest | undefined {
    const request = this.#byId.get(requestId)
    if (!request || !isSameAddress(request, from)) return undefined
    this.#remove(request)
    return request
  }

  /** Removes and returns the requests whose time for an answer is over. */
  expire(nowMs: number): PendingRequest[] {
    const expired = [...this.#byId.values()].filter(({ answerUntilMs }) => answerUntilMs <= nowMs)
    for (const request of expired) this.#remove(request)
    return expired
  }

  #remove(request: PendingRequest): void {
    this.#byId.delete(request.requestId)
    this.#byAddress.delete(keyOf(request))
  }
}
