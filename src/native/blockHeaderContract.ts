import { PrecompileFailure } from '../evm/precompiles/precompile.ts'
import { emptyBytes, lastIndexOfBytes } from '../primitives/bytes.ts'
import { signedBytes } from '../primitives/integers.ts'
import { signedCoinBytes } from '../primitives/rlp/values.ts'
import { type Block, weightOf } from '../protocol/block.ts'
import { mergedMiningTag } from '../protocol/headers/hashes.ts'
import type { MergedMiningFields } from '../protocol/headers/header.ts'
import { bytes, int256 } from './abi/types.ts'
import type { NativeContext } from './nativeContext.ts'
import { nativeContract } from './nativeContract.ts'
import { type Availability, type NativeMethod, nativeMethod } from './nativeMethod.ts'

/*
 * RSKIP119: headers of recent blocks. The argument is the depth of a block, 0 for the parent of the executing block. The
 * answer is empty for a block that cannot be reached.
 */

const maximumDepth = 4000
const blockHashLength = 32

const price = { gas: 4000, gasPerByte: 2 } as const

type Answer = (block: Block, context: NativeContext) => Uint8Array

/** A method whose only argument is the depth. */
function headerMethod(
  name: string,
  answer: Answer,
  options: { readonly available?: Availability } = {},
): NativeMethod<NativeContext> {
  return nativeMethod({
    name,
    inputs: [int256],
    output: bytes,
    ...price,
    run({ context }, depth: bigint) {
      const block = blockAtDepth(context, depth)
      return block ? answer(block, context) : emptyBytes
    },
    ...options,
  })
}

const since536 = { available: { since: 'rskip536' } } as const

export const blockHeaderMethods: readonly NativeMethod<NativeContext>[] = [
  headerMethod('getCoinbaseAddress', ({ header }) => header.coinbase),
  headerMethod('getBlockHash', ({ header }) => header.hash),
  headerMethod('getMergedMiningTags', (block) => bytesAfterTag(mergedMiningOf(block).coinbase)),
  headerMethod('getMinGasPrice', ({ header }) => signedCoinBytes(header.minimumGasPrice)),
  headerMethod('getGasLimit', ({ header }) => header.gasLimit),
  headerMethod('getGasUsed', ({ header }) => signedBytes(BigInt(header.gasUsed))),
  headerMethod('getDifficulty', ({ header }) => signedBytes(header.difficulty)),
  headerMethod('getBitcoinHeader', (block) => mergedMiningOf(block).header),
  headerMethod('getDifficultyWithUncles', (block) => signedBytes(weightOf(block)), since536),
  headerMethod('getCumulativeWork', cumulativeWork, since536),
  nativeMethod({
    name: 'getUncleCoinbaseAddress',
    inputs: [int256, int256],
    output: bytes,
    ...price,
    run({ context }, depth: bigint, index: bigint) {
      const block = blockAtDepth(context, depth)
      return block ? uncleCoinbase(block, index) : emptyBytes
    },
  }),
]

export const blockHeaderContract = nativeContract({
  name: 'BlockHeader',
  methods: blockHeaderMethods,
})

/** The genesis block can only be reached as depth 0. */
function blockAtDepth({ chain, block }: NativeContext, depth: bigint): Block | undefined {
  const steps = toInt16(depth)
  if (steps === undefined) return undefined
  if (steps < 0) throw new PrecompileFailure(`a block depth of ${steps} is negative`)
  const parentNumber = block.number - 1
  if (steps >= maximumDepth || (steps > 0 && steps >= parentNumber)) return undefined
  return chain.ancestor(block.parentHash, parentNumber - steps)
}

function uncleCoinbase({ uncles }: Block, index: bigint): Uint8Array {
  const position = toInt16(index)
  if (position === undefined) return emptyBytes
  if (position < 0) throw new PrecompileFailure(`an uncle index of ${position} is negative`)
  return uncles[position]?.coinbase ?? emptyBytes
}

/** Undefined for a number that does not fit in 16 bits. */
const toInt16 = (value: bigint): number | undefined =>
  BigInt.asIntN(16, value) === value ? Number(value) : undefined

function mergedMiningOf({ header }: Block): MergedMiningFields {
  if (!header.mergedMining) throw new PrecompileFailure(`block ${header.number} has no merged-mining fields`)
  return header.mergedMining
}

/** The bytes that miners of other chains add after the tag and block hash in the Bitcoin coinbase. */
function bytesAfterTag(coinbase: Uint8Array): Uint8Array {
  const tagAt = lastIndexOfBytes(coinbase, mergedMiningTag)
  if (tagAt < 0) return emptyBytes
  const start = tagAt + mergedMiningTag.length + blockHashLength
  if (start > coinbase.length) throw new PrecompileFailure('the Bitcoin coinbase ends within the block hash')
  return coinbase.subarray(start)
}

function cumulativeWork({ header }: Block, { chain }: NativeContext): Uint8Array {
  const work = chain.totalDifficulty(header.hash)
  return work === undefined ? emptyBytes : signedBytes(work)
}
