import type { Peer } from '../session/peer.ts'

/** What a peer did that the others must not suffer from; `useless`: it promised blocks that it does not have. */
export type Offence = 'invalid-header' | 'invalid-message' | 'invalid-block' | 'timeout' | 'useless'

/** Hears of offences; whether they have consequences is not for the synchronisation to decide. */
export type ReportOffence = (peer: Peer, offence: Offence) => void

/** A peer cannot lead the synchronisation; with an offence, because of what it did. */
export class RoundFailure extends Error {
  override readonly name = 'RoundFailure'
  readonly offence: Offence | undefined

  constructor(problem: string, offence?: Offence) {
    super(problem)
    this.offence = offence
  }
}
