import type { Random } from './random.ts'
import type { Target } from './target.ts'

/** The circumstances of one attack. */
export interface AttackContext {
  readonly target: Target
  readonly random: Random
  /** Whether the run is the long one. */
  readonly isLong: boolean
  /** Whether the time of the attack is over; the figures then say how far it came. */
  readonly isOver: () => boolean
}

export interface Outcome {
  /** What was done and measured, for the table. */
  readonly figures: string
  /** What must not have happened. */
  readonly violations: readonly string[]
}

/** A hostile program against a running node. */
export interface Attack {
  readonly name: string
  /** One sentence: what it tries. */
  readonly aim: string
  /** Starts its own processes; the victim is not observed meanwhile. */
  readonly isAlone?: true
  run(context: AttackContext): Promise<Outcome>
}

/** The violations among conditions that must hold. */
export const violationsOf = (conditions: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(conditions).flatMap(([claim, holds]) => (holds ? [] : [`not so: ${claim}`]))
