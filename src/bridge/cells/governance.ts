import { optionalCell } from './cell.ts'
import { amount } from './codecs.ts'
import { electionCell } from './election.ts'

/** Satoshis per 1000 bytes of a Bitcoin transaction; undefined until a vote changes it. */
export const feePerKb = optionalCell({ name: 'feePerKb', savedWhen: 'present', codec: amount })

export const feePerKbElection = electionCell('feePerKbElection')

/** RSKIP134: the maximum number of bitcoins that may be pegged in; undefined until the first call that needs it. */
export const lockingCap = optionalCell({ name: 'lockingCap', savedWhen: 'present', codec: amount })
