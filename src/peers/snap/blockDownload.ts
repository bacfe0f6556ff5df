import type { Chain } from '../../chain/chain.ts'
import { parentDifficulty, putUnexecuted } from '../../chain/snapshot.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { ownTurn } from '../../primitives/work/turns.ts'
import type { Block } from '../../protocol/block.ts'
import type { Peer } from '../session/peer.ts'
import { linkedBlocks } from './linkedBlocks.ts'
import type { DownloadParts } from './sources.ts'

export interface BlockDownloadParts extends DownloadParts {
  readonly chain: Pick<Chain, 'block' | 'network'>
  /** Blocks below the target that are fetched; by default as many as the rules of any network read. */
  readonly blocksBelow?: number | undefined
  /** Called with the number of missing blocks at the start and after each stored part. */
  readonly onLeft: (blocks: number) => void
}

/** The next block to fetch, with its total difficulty. */
interface Wanted {
  readonly number: number
  readonly hash: Hash
  readonly totalDifficulty: bigint
}

/**
 * Blocks below a snapshot that the rules of later blocks read: REMASC reads uncles and fees of 4,000 blocks, contracts
 * read as many headers. The reference node fetches the same number.
 */
const usualBlocksBelow = 6_000
/** Blocks per transaction, so that the event loop is not blocked for long. */
const storedAtOnce = 64

/** Fetches the block of a snapshot and those below it, newest first. They are not executed. */
export async function downloadBlocks(parts: BlockDownloadParts): Promise<void> {
  const { target, sources, isServer, mayServe, signal, onLeft, blocksBelow = usualBlocksBelow } = parts
  const lowest = Math.max(1, target.number - blocksBelow)
  let wanted = firstMissing(parts)
  const report = (): void => onLeft(Math.max(0, wanted.number - lowest + 1))
  report()
  while (wanted.number >= lowest) {
    const peer = await sources.next(isServer, mayServe, 'serves the blocks', signal)
    const fetched = await fetchBelow(peer, wanted, parts)
    const blocks = fetched.filter(({ header }) => header.number >= lowest)
    for (let first = 0; first < blocks.length; first += storedAtOnce) {
      await ownTurn()
      signal.throwIfAborted()
      wanted = store(blocks.slice(first, first + storedAtOnce), wanted, parts)
      report()
    }
  }
}

/** The next block below those that were stored before a restart. */
function firstMissing({ target, chain }: BlockDownloadParts): Wanted {
  let wanted: Wanted = target
  for (;;) {
    const block = chain.block(wanted.hash)
    if (block === undefined || block.number === 0) return wanted
    wanted = below(block, wanted.totalDifficulty)
  }
}

/** Blocks that lead down from the wanted one, newest first; their headers are verified already. */
async function fetchBelow(
  peer: Peer,
  { number, hash }: Wanted,
  { sources, chain, signal }: BlockDownloadParts,
): Promise<readonly Block[]> {
  const request = { kind: 'snap-blocks-request', blockNumber: number + 1 } as const
  const response = await sources.ask(peer, request, signal)
  if (response === undefined) return []
  const { blocks, fault } = await linkedBlocks(response.blocks, hash, chain.network)
  if (fault !== undefined) sources.offended(peer, fault.offence, fault.problem)
  return blocks
}

function store(blocks: readonly Block[], first: Wanted, { journal }: BlockDownloadParts): Wanted {
  let wanted = first
  journal.note({}, (batch) => {
    for (const block of blocks) {
      putUnexecuted(batch, block, wanted.totalDifficulty)
      wanted = below(block, wanted.totalDifficulty)
    }
  })
  return wanted
}

const below = (block: Block, totalDifficulty: bigint): Wanted => ({
  number: block.header.number - 1,
  hash: block.header.parentHash,
  totalDifficulty: parentDifficulty(block, totalDifficulty),
})
