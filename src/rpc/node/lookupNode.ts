import type { Chain } from '../../chain/chain.ts'
import type { BlockSelector } from '../../chain/selector.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { State } from '../../state/state.ts'
import type { RpcNode } from './rpcNode.ts'

/*
 * The node as methods see it that answer in the main thread without counting their work: every member is a look-up whose work
 * does not grow with the chain, the pool or the logs of a block. What walks them is missing here.
 */

/** A block without its receipts, which may have thousands of logs. */
export type LookedUpBlock = Omit<StoredBlock, 'receipts' | 'record'>

export interface LookedUpTransaction {
  readonly block: LookedUpBlock
  readonly index: number
  readonly transaction: Transaction
}

/** Single values of a state, whose size is bounded. */
export type StateLookups = Pick<State, 'exists' | 'balance' | 'nonce' | 'code' | 'storage'>

export interface ChainLookups
  extends Pick<
    Chain,
    | 'network'
    | 'firstNumber'
    | 'start'
    | 'oldestState'
    | 'prunesStates'
    | 'codeByHash'
    | 'isCanonical'
    | 'requireBlock'
    | 'on'
  > {
  readonly head: LookedUpBlock
  block(hash: Hash): LookedUpBlock | undefined
  select(selector: BlockSelector): LookedUpBlock | undefined
  transaction(hash: Hash): LookedUpTransaction | undefined
  sharedState(block: Pick<Block, 'header'>): StateLookups
}

export type PoolLookups = Pick<
  RpcNode['pool'],
  | 'gasPrices'
  | 'get'
  | 'nextNonce'
  | 'pendingCount'
  | 'queuedCount'
  | 'quotaOf'
  | 'replacementPrice'
  | 'transactionsOf'
>

export interface LookupNode
  extends Pick<
    RpcNode,
    'network' | 'wallet' | 'peers' | 'writer' | 'history' | 'callIndexing' | 'lastingStore'
  > {
  readonly chain: ChainLookups
  readonly pool: PoolLookups
  readonly mining?:
    | Pick<NonNullable<RpcNode['mining']>, 'isMining' | 'coinbase' | 'submittedRates'>
    | undefined
  readonly development?:
    | Pick<NonNullable<RpcNode['development']>, 'settings' | 'addedAccounts' | 'impersonation'>
    | undefined
  /** Whether there is one. */
  readonly fork?: object | undefined
  readonly local?: object | undefined
  readonly peg?: object | undefined
  /** Assembled at most once for each change of the chain or the pool. */
  pending(): { readonly block: Block; readonly state: StateLookups }
}

/** The node of methods that change it by one transaction or one block. */
export type ActionNode = Omit<LookupNode, 'mining'> & Pick<RpcNode, 'submit' | 'mining'>
