import { type Endpoint, isSamePlace } from '../identity/enode.ts'

/** A request that has not been answered. */
export interface PendingRequest extends Endpoint {
  readonly requestId: string
  readonly sentAtMs: number
  /** Somebody else named the place. */
  readonly isHearsay: boolean
  /** How often it has been sent, this time included. */
  readonly attempt: number
}

const placeOf = ({ host, port }: Endpoint): string => `${host} ${port}`

/** Requests of one kind that wait for an answer, at most one for each place. */
export class PendingRequests {
  readonly #byId = new Map<string, PendingRequest>()
  readonly #byPlace = new Map<string, PendingRequest>()

  /** Whether a request to a place would be one of at most `most`. */
  hasRoomFor(place: Endpoint, most: number): boolean {
    return this.#byId.size < most && !this.#byPlace.has(placeOf(place))
  }

  /** Whether an answer may come from a place that we chose to ask. */
  isExpecting(place: Endpoint): boolean {
    return this.#byPlace.get(placeOf(place))?.isHearsay === false
  }

  add(request: PendingRequest): void {
    this.#byId.set(request.requestId, request)
    this.#byPlace.set(placeOf(request), request)
  }

  /** Takes out the request that an answer from a place belongs to. */
  settle(requestId: string, from: Endpoint): PendingRequest | undefined {
    const request = this.#byId.get(requestId)
    if (!request || !isSamePlace(request, from)) return undefined
    this.#remove(request)
    return request
  }

  /** Takes out the requests sent at this time or before. */
  expire(sentUntilMs: number): PendingRequest[] {
    const expired = [...this.#byId.values()].filter(({ sentAtMs }) => sentAtMs <= sentUntilMs)
    for (const request of expired) this.#remove(request)
    return expired
  }

  #remove(request: PendingRequest): void {
    this.#byId.delete(request.requestId)
    this.#byPlace.delete(placeOf(request))
  }
}
