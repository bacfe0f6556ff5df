import { type Peer, PeerSilent } from '../session/peer.ts'

/**
 * What a peer did wrong. `useless`: it claimed more work but had no new block. `slow`: other peers overtook it
 * repeatedly.
 */
export type Offence = 'invalid-header' | 'invalid-message' | 'invalid-block' | 'timeout' | 'useless' | 'slow'

/** Receives offences of peers and decides on their consequences. */
export type ReportOffence = (peer: Peer, offence: Offence, problem: string) => void

/** A round with a leader has failed; with an offence if the leader caused it. */
export class RoundFailure extends Error {
  override readonly name = 'RoundFailure'
  readonly offence: Offence | undefined

  constructor(problem: string, offence?: Offence) {
    super(problem)
    this.offence = offence
  }
}

/** Undefined when the peer has left or did nothing wrong. */
export function offenceOf(error: unknown): Offence | undefined {
  if (error instanceof PeerSilent) return 'timeout'
  return error instanceof RoundFailure ? error.offence : undefined
}
