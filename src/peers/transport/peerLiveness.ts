/** The state of a connection when a ping is due. */
export interface PingMoment {
  /** Bytes handed to the socket so far that the other node has taken. */
  readonly takenBytes: number
  /** Bytes that still wait for it. */
  readonly bufferedBytes: number
  /** Whether messages of the other node would be noticed. */
  readonly isReading: boolean
}

/** Notices that the other node sends no message, or does not take the bytes that wait for it, over several pings. */
export class PeerLiveness {
  readonly #unansweredPings: number
  #silentPings = 0
  #stuckPings = 0
  #takenBytes = 0

  /** A node that is silent or stuck for this many pings counts as gone. */
  constructor(unansweredPings: number) {
    this.#unansweredPings = unansweredPings
  }

  /** A message has come. */
  heard(): void {
    this.#silentPings = 0
  }

  /** To be called with every ping; what the other node has not done for too long, or undefined. */
  check({ takenBytes, bufferedBytes, isReading }: PingMoment): 'answered' | 'read' | undefined {
    this.#stuckPings = takenBytes === this.#takenBytes && bufferedBytes > 0 ? this.#stuckPings + 1 : 0
    this.#takenBytes = takenBytes
    if (this.#silentPings >= this.#unansweredPings) return 'answered'
    if (this.#stuckPings >= this.#unansweredPings) return 'read'
    if (isReading) this.#silentPings++
    return undefined
  }
}
