import { BlockRejected, type ExecutionRejection } from '../../execution/block/blockRejected.ts'
import { type BlockContext, type BlockOptions, executeInSteps } from '../../execution/block/executeBlock.ts'
import { verifyExecution } from '../../execution/block/verifyExecution.ts'
import type { ContractCreation } from '../../execution/host/evmHost.ts'
import { complete, type Steps } from '../../primitives/work/steps.ts'
import type { Block } from '../../protocol/block.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Trie } from '../../trie/trie.ts'

/** The result of executing a block. */
export type Execution =
  | {
      readonly status: 'valid'
      readonly state: Trie
      readonly receipts: readonly Receipt[]
      /** Map keys of the accounts that took part in calls. */
      readonly participants: ReadonlySet<string>
      readonly creations: readonly ContractCreation[]
    }
  | { readonly status: 'rejected'; readonly rejection: ExecutionRejection }

/** Executes a block on the state after its parent and compares the result with its header. */
export type Executor = (block: Block, parentState: Trie, context: BlockContext) => Execution

/** An `Executor` that may pause. One that knows the result does not ask for the state. */
export type SteppedExecutor = (
  block: Block,
  parentState: () => Trie,
  context: BlockContext,
) => Steps<Execution>

export function executeAndVerify(
  block: Block,
  parentState: Trie,
  context: BlockContext,
  options?: BlockOptions,
): Execution {
  return complete(executeAndVerifyInSteps(block, parentState, context, options))
}

export function* executeAndVerifyInSteps(
  block: Block,
  parentState: Trie,
  context: BlockContext,
  options?: BlockOptions,
): Steps<Execution> {
  try {
    const result = yield* executeInSteps(block, parentState, context, options)
    yield
    const rejection = verifyExecution(block, result, rulesAt(context.network, block.header.number))
    if (rejection) return { status: 'rejected', rejection }
    const { state, receipts, participants, creations } = result
    return { status: 'valid', state, receipts, participants, creations }
  } catch (error) {
    if (!(error instanceof BlockRejected)) throw error
    const { reason, detail } = error
    return { status: 'rejected', rejection: { reason, detail } }
  }
}
