import { toHexDigits } from '../../../primitives/hex.ts'
import { medianTimeOf, type RegtestBlock, weightOf } from '../chain/chainBlock.ts'
import type { SimulatedChain } from '../chain/simulatedChain.ts'
import type { Json, JsonObject } from './arguments.ts'
import { transactionShape } from './transactionShape.ts'

/** The expected work of a block relative to the easiest target of mainnet. */
export function difficultyOf(bits: number): number {
  const exponent = bits >>> 24
  return (0xffff / (bits & 0xffffff)) * 256 ** (29 - exponent)
}

export const chainWork = (work: bigint): string => work.toString(16).padStart(64, '0')

/** -1 for a block outside of the best chain. */
export const confirmationsOf = (block: RegtestBlock, chain: SimulatedChain): number =>
  chain.isOnBestChain(block) ? chain.height - block.height + 1 : -1

export function headerShape(block: RegtestBlock, chain: SimulatedChain): JsonObject {
  const { header, parent, height } = block
  const view = new DataView(header.bytes.buffer, header.bytes.byteOffset)
  const version = view.getInt32(0, true)
  const next = chain.isOnBestChain(block) ? chain.blockAt(height + 1) : undefined
  return {
    hash: block.key,
    confirmations: confirmationsOf(block, chain),
    height,
    version,
    versionHex: (version >>> 0).toString(16).padStart(8, '0'),
    merkleroot: toHexDigits(header.merkleRoot),
    time: header.time,
    mediantime: medianTimeOf(block),
    nonce: view.getUint32(76, true),
    bits: header.bits.toString(16).padStart(8, '0'),
    difficulty: difficultyOf(header.bits),
    chainwork: chainWork(block.work),
    nTx: block.transactions.length,
    ...(parent && { previousblockhash: parent.key }),
    ...(next && { nextblockhash: next.key }),
  }
}

/** With ids of transactions, or with whole ones. */
export function blockShape(block: RegtestBlock, chain: SimulatedChain, isWhole: boolean): JsonObject {
  const { bytes, transactions } = block
  const weight = weightOf(block)
  const shown: Json = transactions.map((known) =>
    isWhole ? { ...transactionShape(known), hex: toHexDigits(known.raw) } : known.key,
  )
  return {
    ...headerShape(block, chain),
    strippedsize: (weight - bytes.length) / 3,
    size: bytes.length,
    weight,
    tx: shown,
  }
}
