import { optionalCell } from './cell.ts'
import { amount } from './codecs.ts'
import { electionCell } from './election.ts'

/** Satoshis per 1000 bytes of a Bitcoin transaction, once it was voted. */
export const feePerKb = optionalCell({ name: 'feePerKb', savedWhen: 'present', codec: amount })

export const feePerKbElection = electionCell('feePerKbElection')

/** RSKIP134: how many bitcoins the Bridge may hold; absent until somebody asks for it. */
export const lockingCap = optionalCell({ name: 'lockingCap', savedWhen: 'present', codec: amount })
