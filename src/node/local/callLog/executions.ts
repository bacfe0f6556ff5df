import type { Chain } from '../../../chain/chain.ts'
import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import type { ExecutedTransaction, TransactionWatch } from '../../../execution/block/blockExecution.ts'
import type { EvmHost } from '../../../execution/host/evmHost.ts'
import { type SimulatedCall, simulateCall } from '../../../execution/simulate.ts'

/** Executes a call or transaction again. Throws `ExecutionInterrupted` after two seconds. */
export type Repeat = (watch: TransactionWatch) => void

const maximumMs = 2_000

function deadline(): () => boolean {
  const end = performance.now() + maximumMs
  return () => performance.now() > end
}

export const repeatedCall =
  (call: SimulatedCall, host: EvmHost): Repeat =>
  ({ tracer, accesses }) => {
    const { state } = host
    const { tracker } = state
    state.tracker = accesses
    try {
      simulateCall(call, host, { interrupt: deadline(), ...(tracer && { tracer }) })
    } finally {
      state.tracker = tracker
    }
  }

export const repeatedTransaction =
  (chain: Chain, block: StoredBlock, index: number): Repeat =>
  (watch) => {
    executedAgain(chain, block, index, watch)
  }

/** Executes the transaction at a position of a block again, after those that came before it. */
export function executedAgain(
  chain: Chain,
  block: StoredBlock,
  index: number,
  watch: TransactionWatch = {},
): ExecutedTransaction | undefined {
  let running = 0
  const watchOne = (at: number): TransactionWatch | undefined => {
    running = at
    return at === index ? watch : undefined
  }
  for (const executed of chain.reexecution.steps(block, {
    watch: watchOne,
    interrupt: deadline(),
    last: index,
  })) {
    if (running === index) return executed
  }
  return undefined
}
