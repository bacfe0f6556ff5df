import type { Hash } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { Block } from '../block.ts'
import { type BlockHeader, gasLimitOf } from '../headers/header.ts'
import type { Network } from '../networks/network.ts'
import { forkDetectionRejection, proofOfWorkRejection, timestampRejection } from './headerRules.ts'
import { parentRejection } from './parentRules.ts'
import { type Rejection, reject } from './ruleRejection.ts'

/** An uncle's parent is at most this many generations older than the block. */
export const uncleGenerations = 7
export const maximumUncles = 10

/** The stored blocks and the time that uncle rules use. */
export interface UncleContext {
  block(hash: Hash): Block | undefined
  /** The ancestor of `descendant` with that number. */
  ancestor(descendant: BlockHeader, number: number): BlockHeader
  readonly nowSeconds: number
}

/** The rules of a block's uncles: headers beside its branch that have no reward yet. */
export function unclesRejection(
  block: Block,
  network: Network,
  context: UncleContext,
): Rejection | undefined {
  if (block.uncles.length === 0) return undefined
  if (block.uncles.length > maximumUncles) {
    return reject('uncle-count', `${block.uncles.length} uncles are more than ${maximumUncles}`)
  }
  const { ancestors, used } = recentFamily(block.header, context)
  const seen = new Set<string>()
  for (const [index, uncle] of block.uncles.entries()) {
    const key = toHexDigits(uncle.hash)
    const rejection =
      headerRejection(uncle, network, context) ??
      placeRejection(uncle, block.header) ??
      (seen.has(key) ? reject('uncle-repeated', 'it is listed twice') : undefined) ??
      (ancestors.has(key) ? reject('uncle-is-ancestor', 'it is an ancestor of the block') : undefined) ??
      (used.has(key) ? reject('uncle-already-used', 'an ancestor of the block includes it') : undefined) ??
      uncleParentRejection(uncle, ancestors, network, context)
    if (rejection) return reject(rejection.reason, `uncle ${index}: ${rejection.detail}`)
    seen.add(key)
  }
  return undefined
}

/** Hashes of the ancestors that may be parents of uncles, and of the uncles that these ancestors include. */
function recentFamily(
  header: BlockHeader,
  context: UncleContext,
): { ancestors: Set<string>; used: Set<string> } {
  const ancestors = new Set<string>()
  const used = new Set<string>()
  const oldest = Math.max(0, header.number - uncleGenerations)
  let block = context.block(header.parentHash)
  while (block && block.header.number >= oldest) {
    ancestors.add(toHexDigits(block.header.hash))
    for (const uncle of block.uncles) used.add(toHexDigits(uncle.hash))
    block = block.header.number === 0 ? undefined : context.block(block.header.parentHash)
  }
  return { ancestors, used }
}

function headerRejection(uncle: BlockHeader, network: Network, context: UncleContext): Rejection | undefined {
  return (
    proofOfWorkRejection(uncle, network) ??
    timestampRejection(uncle, network, context.nowSeconds) ??
    (BigInt(uncle.gasUsed) > gasLimitOf(uncle)
      ? reject('uncle-header', 'it used more gas than its limit')
      : undefined)
  )
}

function placeRejection(uncle: BlockHeader, header: BlockHeader): Rejection | undefined {
  if (uncle.number >= header.number) return reject('uncle-number', 'it is not older than the block')
  if (uncle.number - 1 >= header.number - uncleGenerations) return undefined
  return reject('uncle-number', `it is more than ${uncleGenerations - 1} generations older than the block`)
}

function uncleParentRejection(
  uncle: BlockHeader,
  ancestors: ReadonlySet<string>,
  network: Network,
  context: UncleContext,
): Rejection | undefined {
  const parent = context.block(uncle.parentHash)?.header
  if (!parent || !ancestors.has(toHexDigits(parent.hash))) {
    return reject('uncle-parent', 'its parent is not a recent ancestor of the block')
  }
  if (network.maximumFutureSeconds > 0 && uncle.timestamp <= parent.timestamp) {
    return reject('timestamp', 'it is not later than its parent')
  }
  return (
    parentRejection(uncle, parent, network) ??
    forkDetectionRejection(uncle, parent, network, (number) => context.ancestor(parent, number))
  )
}
