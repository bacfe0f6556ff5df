import type { BlockSelector } from '../../chain/selector.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { EvmHost } from '../../execution/host/evmHost.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { State } from '../../state/state.ts'
import { blockHashNotFound, blockNotCanonical, blockNotFound, noSuchBlockNumber } from '../errors/errors.ts'
import { type BlockReference, isMinedReference, type MinedBlockReference } from '../params/blockReference.ts'
import type { ChainLookups, LookedUpBlock, LookupNode, StateLookups } from './lookupNode.ts'
import type { ReadNode } from './readNode.ts'

/** A node whose blocks can be found. */
interface BlocksOf<Found> {
  readonly chain: Pick<ChainLookups, 'requireBlock' | 'isCanonical'> & {
    readonly head: Pick<StoredBlock, 'number'>
    select(selector: BlockSelector): Found | undefined
  }
}

/** The block that a reference names, or undefined. Throws when the block must be canonical and is not. */
export function findBlock<Found extends LookedUpBlock>(
  { selector, text, requireCanonical }: MinedBlockReference,
  { chain }: BlocksOf<Found>,
): Found | undefined {
  const block = chain.select(selector)
  if (block === undefined && !(selector instanceof Uint8Array)) chain.requireBlock(selector)
  if (block && requireCanonical && !chain.isCanonical(block)) throw blockNotCanonical(text)
  return block
}

/** The block that a reference names. Throws when it is unknown. */
export function expectBlock<Found extends LookedUpBlock>(
  reference: MinedBlockReference,
  node: BlocksOf<Found>,
): Found {
  const block = findBlock(reference, node)
  if (block !== undefined) return block
  const { isHashObject, text } = reference
  const best = node.chain.head.number
  throw isHashObject ? blockHashNotFound(text, best) : blockNotFound(text, best)
}

/** The first block whose logs and receipts are stored; a fork has those of its own blocks. */
export const firstWithLogs = ({ start, firstNumber }: Pick<ChainLookups, 'start' | 'firstNumber'>): number =>
  start === undefined ? (firstNumber === 0 ? 0 : firstNumber + 1) : start.number + 1

/** A copy of the state after a block, which the caller may change. */
export const stateAfter = (block: StoredBlock, { chain }: ReadNode): State => chain.stateAt(block.hash)!

/** The state that a query refers to. */
export const selectState = (
  reference: BlockReference,
  node: Pick<LookupNode, 'chain' | 'pending'>,
): StateLookups =>
  isMinedReference(reference) ? node.chain.sharedState(expectBlock(reference, node)) : node.pending().state

/** What a simulated call runs on: the state after a block, as part of that block. */
export interface CallBase {
  readonly header: BlockHeader
  readonly host: EvmHost
  /** The header of the pending block, when the call runs there; `header` may override its values. */
  readonly pending?: BlockHeader
}

/** The base of a call with a state of its own, which the caller may change. */
export function ownCallBase(reference: BlockReference, node: ReadNode): CallBase {
  if (!isMinedReference(reference)) return pendingBase(node)
  const { header } = calledBlock(reference, node)
  const { chain, network } = node
  const state = chain.stateAt(header.hash)!
  return { header, host: new EvmHost(state, { network, chain, header }) }
}

function pendingBase(node: ReadNode): CallBase {
  const { network, chain } = node
  const { block, state } = node.pending()
  const { header } = block
  return {
    header,
    host: new EvmHost(state, { network, chain, header }),
    pending: header,
  }
}

/** The mined block that a call names. Throws when it is unknown. */
export function calledBlock(reference: MinedBlockReference, node: ReadNode): StoredBlock {
  const { selector, text } = reference
  const block = findBlock(reference, node)
  if (block === undefined && typeof selector === 'number')
    throw noSuchBlockNumber(text, node.chain.head.number)
  return block ?? expectBlock(reference, node)
}
