import { defaultCodeSizeLimit } from '../../evm/rules.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { isActive, type Network } from './network.ts'
import { type RuleName, ruleNames } from './ruleTable.ts'

/** Which rules are active at a height. Two sets of rules are equal exactly when their ids are. */
export type Rules = Readonly<Record<RuleName, boolean>> & {
  readonly id: string
  /** Bytes of deployed code; the init code may be twice as long. */
  readonly codeSizeLimit: number
}

interface Era {
  readonly since: number
  readonly rules: Rules
}

/** Built once for each network, and released with it. */
const erasByNetwork = new WeakMap<Network, readonly Era[]>()

/** The rules of a network at a height: one object per stretch of heights with the same rules. */
export function rulesAt(network: Network, height: number): Rules {
  const eras = getOrCreate(erasByNetwork, network, buildEras)
  let low = 0
  let high = eras.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (eras[middle]!.since <= height) low = middle
    else high = middle - 1
  }
  return eras[low]!.rules
}

function buildEras(network: Network): Era[] {
  const starts = new Set([0, ...Object.values(network.activations).filter((height) => height > 0)])
  return [...starts].sort((a, b) => a - b).map((since) => ({ since, rules: rulesSince(network, since) }))
}

function rulesSince(network: Network, height: number): Rules {
  const active = ruleNames.map((rule) => isActive(network, rule, height))
  const entries = ruleNames.map((rule, index) => [rule, active[index]])
  return Object.freeze({
    ...Object.fromEntries(entries),
    id: active.map(Number).join(''),
    codeSizeLimit: network.codeSizeLimit ?? defaultCodeSizeLimit,
  })
}
