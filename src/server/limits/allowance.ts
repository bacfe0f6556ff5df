import type { Work } from '../../rpc/budget/workMeter.ts'
import type { ApiKey } from '../keys/apiKey.ts'
import type { Refusal } from '../refusals/refusals.ts'

export interface Spender {
  readonly key: ApiKey | undefined
  /** The network address of the client's machine. */
  readonly address: string
}

/** Work that has been done for a client. */
export interface Charge {
  /** Units that have not been paid before the work was done. */
  readonly units: number
  readonly work: Work
}

/** The units that callers may still spend. A refused request costs nothing. */
export interface Allowance {
  /** Spends the units, or returns why they are refused. */
  spend(spender: Spender, units: number): Refusal | undefined
  /**
   * Charges work that cost more than was known before it. The client may run into debt, which delays its next requests;
   * when it owes as much as it may, the refusal of further work of the same request is returned.
   */
  charge(spender: Spender, charge: Charge): Refusal | undefined
}

/** For a server that only its own machine can reach. */
export const unlimited: Allowance = { spend: () => undefined, charge: () => undefined }
