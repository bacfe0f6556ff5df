import type { Lane } from '../../remote/transport.ts'
import type { AskedBlock } from '../../rpc/method/askedBlock.ts'
import type { MethodFacts } from '../../rpc/method/methodFacts.ts'

/** Maximum units of methods that read a few values: a node answers them in less than a millisecond. */
const maximumLightCost = 3

/** Maximum units of `eth_call` and of methods that answer with a block; most of these requests are light. */
const maximumCallCost = 10

/**
 * The shared connection of a call; undefined for one that needs its own. A reader asks its writer about pending transactions,
 * which takes longer.
 */
export function laneOf(
  { cost, isLong }: Pick<MethodFacts, 'cost' | 'isLong'>,
  { kind }: AskedBlock,
): Lane | undefined {
  if (cost > maximumCallCost || isLong || kind === 'pending') return undefined
  return cost <= maximumLightCost ? 'light' : 'calls'
}
