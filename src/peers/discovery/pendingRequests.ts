import { type Endpoint, isSamePlace } from '../identity/enode.ts'

/** A request without an answer yet. */
export interface PendingRequest extends Endpoint {
  readonly requestId: string
  /** The request is repeated or given up at this time. */
  readonly answerUntilMs: number
  /** Whether another node reported the endpoint, or an unverified packet came from it. */
  readonly isUnverified: boolean
  /** How often the request was sent, this time included. */
  readonly attempt: number
}

const placeOf = ({ host, port }: Endpoint): string => `${host} ${port}`

/** Requests of one kind without an answer, at most one per endpoint. */
export class PendingRequests {
  readonly #byId = new Map<string, PendingRequest>()
  readonly #byPlace = new Map<string, PendingRequest>()

  /** Whether a request to an endpoint can be added without exceeding `maximum`. */
  hasRoomFor(place: Endpoint, maximum: number): boolean {
    return this.#byId.size < maximum && !this.#byPlace.has(placeOf(place))
  }

  /** Whether a request to an endpoint that we chose ourselves is waiting for its answer. */
  isExpecting(place: Endpoint): boolean {
    return this.#byPlace.get(placeOf(place))?.isUnverified === false
  }

  add(request: PendingRequest): void {
    this.#byId.set(request.requestId, request)
    this.#byPlace.set(placeOf(request), request)
  }

  /** Removes and returns the request that an answer from an endpoint belongs to. */
  settle(requestId: string, from: Endpoint): PendingRequest | undefined {
    const request = this.#byId.get(requestId)
    if (!request || !isSamePlace(request, from)) return undefined
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
    this.#byPlace.delete(placeOf(request))
  }
}
