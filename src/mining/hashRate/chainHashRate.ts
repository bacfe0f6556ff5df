import { equalBytes } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { MiningChain } from '../inputs/miningChain.ts'

const windowSeconds = 3600
/** Public chains have a few hundred blocks an hour; the limit bounds the walk on a local chain. */
const maximumBlocks = 3600

/**
 * Hashes per second behind the best chain's blocks of the last hour, uncles included; if a coinbase is given, only
 * behind its blocks. Zero if the best block is in the future.
 */
export function chainHashRate(
  chain: Pick<MiningChain, 'head' | 'block'>,
  nowSeconds: number,
  coinbase?: Uint8Array,
): bigint {
  let work = 0n
  let block: Block | undefined = chain.head
  for (let count = 0; block && count < maximumBlocks && isRecent(block, nowSeconds); count++) {
    if (coinbase === undefined || equalBytes(block.header.coinbase, coinbase)) work += workOf(block)
    block = block.header.number === 0 ? undefined : chain.block(block.header.parentHash)
  }
  return work / BigInt(windowSeconds)
}

const isRecent = ({ header: { timestamp } }: Block, nowSeconds: number): boolean =>
  timestamp <= nowSeconds && timestamp >= nowSeconds - windowSeconds

const workOf = ({ header, uncles }: Block): bigint =>
  uncles.reduce((sum, { difficulty }) => sum + difficulty, header.difficulty)
