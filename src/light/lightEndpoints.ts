import type { Hash } from '../primitives/bytes.ts'

export const maximumEndpoints = 8

/** An untrusted endpoint of a light client. */
export interface EndpointState {
  /** The endpoint without its keys. */
  readonly shown: string
  readonly standing: 'good' | 'waiting' | 'aside'
  /** Why it is not asked. */
  readonly reason: string | undefined
  /** The newest header that it has shown with its work. */
  readonly headNumber: number | undefined
  readonly headHash: Hash | undefined
  readonly latencyMs: number | undefined
}
