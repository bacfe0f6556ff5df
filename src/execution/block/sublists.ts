import type { BlockHeader } from '../../protocol/headers/header.ts'
import { gasLimitOf } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Rules } from '../../protocol/networks/rules.ts'

/* RSKIP144: a block's transactions are divided into lists that run in parallel, and one that runs last. */

/** Part of a block's transactions, from `start` to before `end`. */
export interface Sublist {
  readonly start: number
  readonly end: number
  readonly gasLimit: number
}

export interface Sublists {
  readonly parallel: readonly Sublist[]
  /** Runs after the others; ends with the REMASC transaction. */
  readonly sequential: Sublist
}

export interface SublistGasLimits {
  readonly parallel: number
  readonly sequential: number
}

const parallelLists = 2

/** Sublists need both rules, because the edges are part of the header's extension (RSKIP351). */
export const hasSublists = (rules: Rules): boolean => rules.rskip144 && rules.rskip351

/** Before RSKIP144 the whole block is one sequential list. The edges must be valid. */
export function sublistsOf(
  header: BlockHeader,
  transactionCount: number,
  network: Network,
  rules: Rules,
): Sublists {
  const blockLimit = Number(gasLimitOf(header))
  if (!hasSublists(rules)) {
    const whole = { start: 0, end: transactionCount, gasLimit: blockLimit }
    return { parallel: [], sequential: whole }
  }
  const limits = sublistGasLimits(blockLimit, network)
  const parallel: Sublist[] = []
  let start = 0
  for (const end of header.edges ?? []) {
    parallel.push({ start, end, gasLimit: limits.parallel })
    start = end
  }
  const sequential = { start, end: transactionCount, gasLimit: limits.sequential }
  return { parallel, sequential }
}

/** Equal shares, or less for the parallel lists where the sequential list would get less than its minimum. */
export function sublistGasLimits(
  blockLimit: number,
  { minimumSequentialGas }: Pick<Network, 'minimumSequentialGas'>,
): SublistGasLimits {
  const share = Math.floor(blockLimit / (parallelLists + 1))
  const rest = Math.max(0, Math.floor((blockLimit - minimumSequentialGas) / parallelLists))
  const parallel = share >= minimumSequentialGas ? share : rest
  return { parallel, sequential: blockLimit - parallelLists * parallel }
}
