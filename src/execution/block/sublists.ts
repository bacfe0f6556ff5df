import type { BlockHeader } from '../../protocol/headers/header.ts'
import { gasLimitOf } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Rules } from '../../protocol/networks/rules.ts'

/* RSKIP144: how a block's transactions are divided into lists that run side by side, and one that runs last. */

/** Part of a block's transactions, from `start` to before `end`. */
export interface Sublist {
  readonly start: number
  readonly end: number
  readonly gasLimit: number
}

export interface Sublists {
  readonly parallel: readonly Sublist[]
  /** Runs after the others; ends with the payment to the miners. */
  readonly sequential: Sublist
}

export interface SublistGasLimits {
  readonly parallel: number
  readonly sequential: number
}

const parallelLists = 2

/** Both rules came together: the edges are stored in the header's extension. */
export const hasSublists = (rules: Rules): boolean => rules.rskip144 && rules.rskip351

/** The whole block is one sequential list before RSKIP144. The edges have been validated. */
export function sublistsOf(
  header: BlockHeader,
  transactionCount: number,
  network: Network,
  rules: Rules,
): Sublists {
  const blockLimit = Number(gasLimitOf(header))
  if (!hasSublists(rules)) {
    return { parallel: [], sequential: { start: 0, end: transactionCount, gasLimit: blockLimit } }
  }
  const limits = sublistGasLimits(blockLimit, network)
  const edges = header.edges ?? []
  const parallel = edges.map((end, index) => ({
    start: edges[index - 1] ?? 0,
    end,
    gasLimit: limits.parallel,
  }))
  const start = edges.at(-1) ?? 0
  return { parallel, sequential: { start, end: transactionCount, gasLimit: limits.sequential } }
}

/** Equal shares, unless the sequential list would get less than its minimum. */
export function sublistGasLimits(
  blockLimit: number,
  { minimumSequentialGas }: Pick<Network, 'minimumSequentialGas'>,
): SublistGasLimits {
  const share = Math.floor(blockLimit / (parallelLists + 1))
  const rest = Math.max(0, Math.floor((blockLimit - minimumSequentialGas) / parallelLists))
  const parallel = share >= minimumSequentialGas ? share : rest
  return { parallel, sequential: blockLimit - parallelLists * parallel }
}
