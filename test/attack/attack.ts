import type { Random } from './random.ts'
import type { Target } from './target.ts'
import type { VictimReport } from './victim.ts'

/** The circumstances of one attack. */
export interface AttackContext {
  readonly target: Target
  readonly random: Random
  /** Whether the run is the long one. */
  readonly isLong: boolean
  /** Whether the time of the attack is over; the figures then say how far it came. */
  readonly isOver: () => boolean
  /** Prints how far a long attack is, at most every few seconds. */
  readonly progress: (text: string) => void
}

export interface Outcome {
  /** What the program did and measured, for the table. */
  readonly figures: string
  /** Conditions that did not hold. */
  readonly violations: readonly string[]
  /** Reports of victims at processes that the program started; the same bounds hold for them. */
  readonly victims?: readonly VictimReport[]
}

/** A hostile program against a running node. */
export interface Attack {
  readonly name: string
  /** One sentence: what it tries. */
  readonly aim: string
  /** Starts its own processes, and observes victims there itself. */
  readonly isAlone?: true
  /** Waits for most of its time, so it runs beside its neighbours of this kind. */
  readonly isMostlyWaiting?: true
  /** Also makes sense against a gateway, with `--gateway`. */
  readonly isForGateways?: true
  run(context: AttackContext): Promise<Outcome>
}

/** The conditions that do not hold. */
export const violationsOf = (conditions: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(conditions).flatMap(([claim, isTrue]) => (isTrue ? [] : [`does not hold: ${claim}`]))
