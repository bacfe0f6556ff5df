import { addressKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { remascSender } from '../../protocol/transactions/remasc.ts'
import {
  edgesRejection,
  gasPriceRejection,
  isRemascTransaction,
  remascRejection,
  transactionFieldsRejection,
  transactionsRootRejection,
  unclesHashRejection,
} from '../../protocol/validation/bodyRules.ts'
import {
  extraDataRejection,
  forkDetectionRejection,
  gasLimitMinimumRejection,
  proofOfWorkRejection,
  timestampRejection,
} from '../../protocol/validation/headerRules.ts'
import { parentRejection } from '../../protocol/validation/parentRules.ts'
import { type Rejection, reject } from '../../protocol/validation/ruleRejection.ts'
import { type UncleContext, unclesRejection } from '../../protocol/validation/uncleRules.ts'
import type { State } from '../../state/state.ts'
import type { CheckedRule } from '../preparing/findings.ts'
import type { Blocks } from '../storage/blocks.ts'

/** The network, the stored blocks and the time that rules use besides the block. */
export interface RuleContext {
  readonly network: Network
  readonly blocks: Blocks
  readonly nowSeconds: number
  /** Another thread, or the caller, has checked these; they are not checked again. */
  readonly checkedRules: readonly CheckedRule[]
}

/** Applies every rule that needs no execution, in the order of the reference node. */
export function blockRejection(
  block: Block,
  parent: BlockHeader,
  parentState: () => State,
  context: RuleContext,
): Rejection | undefined {
  const { header } = block
  const { network, blocks, nowSeconds, checkedRules } = context
  const unless = (rule: CheckedRule, check: () => Rejection | undefined): Rejection | undefined =>
    checkedRules.includes(rule) ? undefined : check()
  const rules = rulesAt(network, header.number)
  const headerAt = (descendant: BlockHeader, number: number): BlockHeader =>
    blocks.expectAncestor(descendant.hash, number).header
  return (
    genesisRejection(header) ??
    transactionFieldsRejection(block) ??
    transactionNonceRejection(block, parentState()) ??
    parentRejection(header, parent, network) ??
    gasPriceRejection(block, rules) ??
    unless('uncles-hash', () => unclesHashRejection(block)) ??
    unclesRejection(block, network, uncleContext(context)) ??
    unless('transactions-root', () => transactionsRootRejection(block, rules)) ??
    unless('proof-of-work', () => proofOfWorkRejection(header, network)) ??
    remascRejection(block) ??
    timestampRejection(header, network, nowSeconds) ??
    gasLimitMinimumRejection(header) ??
    extraDataRejection(header) ??
    forkDetectionRejection(header, parent, network, (number) => headerAt(parent, number)) ??
    edgesRejection(block)
  )
}

function uncleContext({ blocks, nowSeconds }: Pick<RuleContext, 'blocks' | 'nowSeconds'>): UncleContext {
  return {
    block: (hash) => blocks.block(hash),
    ancestor: (descendant, number) => blocks.expectAncestor(descendant.hash, number).header,
    nowSeconds,
  }
}

/**
 * The rules of a block that this node assembled on its best block and executed: those that depend on the clock, the
 * settings, the fields of its transactions and its uncles. The others follow from how a block is assembled.
 */
export function ownBlockRejection(
  block: Block,
  context: Omit<RuleContext, 'checkedRules'>,
): Rejection | undefined {
  const { header, uncles } = block
  const { network, nowSeconds } = context
  return (
    transactionFieldsRejection(block) ??
    (uncles.length === 0 ? undefined : unclesRejection(block, network, uncleContext(context))) ??
    timestampRejection(header, network, nowSeconds) ??
    gasLimitMinimumRejection(header) ??
    extraDataRejection(header)
  )
}

/**
 * The rules for a block whose parent is unknown: they bind its contents to its hash and to work. The hash does not
 * cover all of the body and the proof, so without these rules a peer could let a false block wait in place of the true
 * one.
 */
export function orphanRejection(block: Block, network: Network): Rejection | undefined {
  return (
    unclesHashRejection(block) ??
    transactionsRootRejection(block, rulesAt(network, block.header.number)) ??
    proofOfWorkRejection(block.header, network)
  )
}

function genesisRejection({ number }: BlockHeader): Rejection | undefined {
  return number === 0 ? reject('block-number', 'only the genesis block has number 0') : undefined
}

/**
 * The nonces of each sender continue those of the parent's state without a gap, in the order of the block. The rule
 * holds for the sender of REMASC transactions too. All senders must be recoverable, which another rule ensures.
 */
function transactionNonceRejection(block: Block, parentState: State): Rejection | undefined {
  const nextNonces = new Map<string, bigint>()
  for (const [index, transaction] of block.transactions.entries()) {
    const sender = isRemascTransaction(block, index) ? remascSender : transaction.sender!
    const key = addressKey(sender)
    const expected = nextNonces.get(key) ?? parentState.nonce(sender)
    if (transaction.nonceValue !== expected) {
      const detail = `transaction ${index} has nonce ${transaction.nonceValue} instead of ${expected}`
      return reject('transaction-nonce', detail)
    }
    nextNonces.set(key, expected + 1n)
  }
  return undefined
}

/**
 * The rules of a header without its body: its work is done and it may follow its parent. The synchroniser applies them
 * before it requests the body; importing the block applies them again.
 */
export function headerRejection(
  header: BlockHeader,
  parent: BlockHeader,
  network: Network,
  nowSeconds: number,
): Rejection | undefined {
  return parentRejection(header, parent, network) ?? loneHeaderRejection(header, network, nowSeconds)
}

/** The rules of a header for which the parent is not needed. */
export function loneHeaderRejection(
  header: BlockHeader,
  network: Network,
  nowSeconds: number,
): Rejection | undefined {
  return (
    gasLimitMinimumRejection(header) ??
    extraDataRejection(header) ??
    timestampRejection(header, network, nowSeconds) ??
    proofOfWorkRejection(header, network)
  )
}
