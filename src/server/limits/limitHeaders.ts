import type { Rate } from '../../primitives/bounds/rate.ts'

/** What a client may still spend of one of its limits. */
export interface LimitLeft {
  readonly units: number
  /** Until the whole limit may be spent again. */
  readonly wholeInMs: number
}

/** A limit of a client, and what is left of it; undefined without that limit. */
export interface ClientLimits {
  readonly rate: (LimitLeft & { readonly of: Rate }) | undefined
  readonly day: (LimitLeft & { readonly of: number }) | undefined
}

const daySeconds = 24 * 60 * 60
const none: readonly string[] = []

/** The fields of draft-ietf-httpapi-ratelimit-headers-10, names and values in turn; they count units, not requests. */
export function limitHeaders({ rate, day }: ClientLimits): readonly string[] {
  if (rate === undefined && day === undefined) return none
  const policies: string[] = []
  const left: string[] = []
  if (rate !== undefined) {
    const { burst, perSecond } = rate.of
    policies.push(`"rate";q=${Math.floor(burst)};w=${Math.ceil(burst / perSecond)};qu="units"`)
    left.push(`"rate";${leftText(rate)}`)
  }
  if (day !== undefined) {
    policies.push(`"day";q=${Math.floor(day.of)};w=${daySeconds};qu="units"`)
    left.push(`"day";${leftText(day)}`)
  }
  return ['ratelimit-policy', policies.join(', '), 'ratelimit', left.join(', ')]
}

/** `units` is below zero for a client in debt. */
const leftText = ({ units, wholeInMs }: LimitLeft): string =>
  `r=${Math.max(0, Math.floor(units))};t=${Math.ceil(wholeInMs / 1_000)}`
