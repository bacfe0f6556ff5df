import type { ApiKey } from '../keys/apiKey.ts'
import type { Refusal } from '../refusals/refusals.ts'

export interface Spender {
  readonly key: ApiKey | undefined
  /** The network address of the client's machine. */
  readonly address: string
}

/** The units that callers may still spend. A refused request costs nothing. */
export interface Allowance {
  /** Spends the units, or returns why they are refused. */
  spend(spender: Spender, units: number): Refusal | undefined
}

/** For a server that only its own machine can reach. */
export const unlimited: Allowance = { spend: () => undefined }
