import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { Slice } from '../../primitives/work/turns.ts'
import { type Block, decodeBlock } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { unclesHashRejection } from '../../protocol/validation/bodyRules.ts'
import { proofOfWorkRejection } from '../../protocol/validation/headerRules.ts'
import { ownBytes } from '../messages/message.ts'
import type { Offence } from '../sync/syncFailure.ts'

/** Blocks of an answer, each the parent of the one before, and the fault of the first invalid block. */
export interface LinkedBlocks {
  /** Newest first. */
  readonly blocks: readonly Block[]
  readonly fault: { readonly offence: Offence; readonly problem: string } | undefined
}

/** Reads encoded blocks, oldest first. The last one must have the given hash. */
export async function linkedBlocks(
  encoded: readonly Uint8Array[],
  hash: Hash,
  network: Network,
): Promise<LinkedBlocks> {
  const blocks: Block[] = []
  const slice = new Slice()
  let expected = hash
  for (const bytes of encoded.toReversed()) {
    if (slice.isOver) await slice.pause()
    try {
      const block = decodeBlock(ownBytes(bytes), network)
      const problem = blockProblem(block, expected, network)
      if (problem !== undefined) return { blocks, fault: { offence: 'invalid-block', problem } }
      blocks.push(block)
      expected = block.header.parentHash
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      return { blocks, fault: { offence: 'invalid-message', problem: error.message } }
    }
  }
  return { blocks, fault: undefined }
}

/** The hash of a block does not cover its uncles and its proof of work. */
function blockProblem(block: Block, expected: Hash, network: Network): string | undefined {
  const { header } = block
  if (!equalBytes(header.hash, expected)) return `block ${header.number} is not the requested one`
  const rejection = unclesHashRejection(block) ?? proofOfWorkRejection(header, network)
  return rejection && `block ${header.number}: ${rejection.reason}: ${rejection.detail}`
}
