/** A request that has not been answered. */
export interface PendingRequest {
  readonly requestId: string
  readonly host: string
  readonly port: number
  readonly sentAtMs: number
  /** How often it has been sent, this time included. */
  readonly attempt: number
}

const placeOf = ({ host, port }: { host: string; port: number }): string => `${host} ${port}`

/** Requests of one kind that wait for an answer, at most one for each place. */
export class PendingRequests {
  readonly #byId = new Map<string, PendingRequest>()
  readonly #places = new Set<string>()

  /** Whether a request to a place would be one of at most `most`. */
  hasRoomFor(place: { host: string; port: number }, most: number): boolean {
    return this.#byId.size < most && !this.#places.has(placeOf(place))
  }

  add(request: PendingRequest): void {
    this.#byId.set(request.requestId, request)
    this.#places.add(placeOf(request))
  }

  /** Takes out the request that an answer from a place belongs to. */
  settle(requestId: string, from: { host: string; port: number }): PendingRequest | undefined {
    const request = this.#byId.get(requestId)
    if (!request || placeOf(request) !== placeOf(from)) return undefined
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
    this.#places.delete(placeOf(request))
  }
}
