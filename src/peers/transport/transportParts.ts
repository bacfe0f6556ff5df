import { randomBytes } from 'node:crypto'
import { WorkBudget } from '../../primitives/work/workBudget.ts'
import type { Capability } from './connection.ts'
import type { Random } from './ecies.ts'
import { defaultLimits, type TransportLimits } from './limits.ts'

/** What this node says of itself on every connection, and what its connections share. */
export interface TransportParts {
  readonly clientId: string
  readonly capabilities: readonly Capability[]
  /** The port at which this node can be called; 0 when it cannot. */
  readonly listenPort: number
  readonly limits?: Partial<TransportLimits>
  readonly random?: Random
  /** Bounds the time spent on received frames. */
  readonly reading?: WorkBudget
}

export const limitsOf = ({ limits }: Pick<TransportParts, 'limits'>): TransportLimits => ({
  ...defaultLimits,
  ...limits,
})

export const randomOf = ({ random }: Pick<TransportParts, 'random'>): Random => random ?? randomBytes

/** Half of all time: decrypting a small message takes a thirtieth of a millisecond. */
export const readingOf = ({ reading }: Pick<TransportParts, 'reading'>): WorkBudget =>
  reading ?? new WorkBudget({ share: 0.5, savedMs: 200 }, () => performance.now())
