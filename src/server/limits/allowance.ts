import type { ApiKey } from '../keys/apiKey.ts'
import type { Refusal } from '../refusals/refusals.ts'

export interface Spender {
  readonly key: ApiKey | undefined
  /** Of the machine that asks. */
  readonly address: string
}

/** What callers may still spend. What is refused costs nothing. */
export interface Allowance {
  /** Spends, or says why not. */
  spend(spender: Spender, units: number): Refusal | undefined
}

/** Where only the machine itself can ask, nobody is bounded. */
export const unlimited: Allowance = { spend: () => undefined }
