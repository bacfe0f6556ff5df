import type { Network } from '../../protocol/networks/network.ts'
import { UpstreamError } from '../endpoint/upstreamError.ts'
import type { MissingValues } from '../fetching/guessing.ts'
import { blocksTask } from './blockTasks.ts'
import type { PastBlock } from './pastBlock.ts'

export interface FetchBlockParts {
  readonly network: Network
  /** The endpoint as people may see it. */
  readonly shown: string
  readonly missing: MissingValues
}

/** The block with this number. Rejects with an `UpstreamError`, also for a block that the endpoint does not have. */
export async function fetchBlock(
  number: number,
  { network, shown, missing }: FetchBlockParts,
): Promise<PastBlock> {
  const blocks: PastBlock[] = []
  const found = (_: unknown, block: PastBlock | undefined): void => {
    if (block !== undefined) blocks.push(block)
  }
  await missing.fetch(blocksTask([number], { network, shown, found }))
  const [block] = blocks
  if (block === undefined) {
    throw new UpstreamError('missing-state', `the endpoint ${shown} does not have block ${number}`)
  }
  return block
}
