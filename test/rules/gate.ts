import type { Network } from '../../src/protocol/networks/network.ts'
import { type Rules, rulesAt } from '../../src/protocol/networks/rules.ts'
import type { RuleName } from '../../src/protocol/networks/ruleTable.ts'
import { never } from '../../src/protocol/networks/upgrades.ts'

/** A block of a network, and its rules. */
export interface Moment {
  readonly network: Network
  readonly height: number
  readonly rules: Rules
}

interface GateRow<Outcome> {
  readonly rule: RuleName
  /** The network whose schedule and constants apply; the rule starts there above the genesis block. */
  readonly network: Network
  /** The change by the rule, as the title of the test. */
  readonly shows: string
  /** The outcome in the last block without the rule. */
  readonly before: Outcome
  /** The outcome in the first block with the rule. */
  readonly at: Outcome
  /** Computes the outcome. Without the rule it must be `before`, even if other rules of the same height apply. */
  readonly probe: (moment: Moment) => Outcome
}

/** A behaviour that changes in the first block of a rule. */
export type Gate = GateRow<unknown>

export const gate = <Outcome>(row: GateRow<Outcome>): Gate => row

const momentAt = (network: Network, height: number): Moment => ({
  network,
  height,
  rules: rulesAt(network, height),
})

/** The last block before the rule, its first block, and that block with all rules but this one. */
export function momentsOf({ rule, network }: Gate): Record<'before' | 'at' | 'without', Moment> {
  const height = network.activations[rule]
  const without = { ...network, activations: { ...network.activations, [rule]: never } }
  return {
    before: momentAt(network, height - 1),
    at: momentAt(network, height),
    without: momentAt(without, height),
  }
}

/** A network with the schedule of another one, for rows that need regtest's keys or its easy Bitcoin blocks. */
export const withScheduleOf = (schedule: Network, constants: Network): Network => ({
  ...constants,
  activations: schedule.activations,
})
