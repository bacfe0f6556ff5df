import { BitcoinHeader } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { merkleBranch, rootFrom } from '../../bitcoin/blocks/merkleTree.ts'
import type { StoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import { low32Bits } from '../../native/abi/types.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'
import { BitcoinChain } from './chain.ts'
import { hasRoot } from './proof.ts'

/* RSKIP122: counts the Bitcoin blocks that confirm a transaction, given its merkle branch. */

const maximumDepth = 4_320

const outcome = {
  'unknown-block': -1n,
  'not-in-main-chain': -2n,
  unsearchable: -3n,
  'too-deep': -4n,
  'wrong-branch': -5n,
} as const

const depthOf = (chain: BitcoinChain, { height }: StoredBlock): number =>
  Math.max(0, chain.head.height - height)

/** Pays for each block above the transaction's and for each hash of the branch. */
export function confirmationsGas(
  context: BridgeContext,
  _transactionId: Uint8Array,
  blockHash: Uint8Array,
  _path: bigint,
  siblings: readonly Uint8Array[],
): number {
  const chain = BitcoinChain.open(context)
  const block = knownBlock(context, chain, blockHash)
  const depth = block && depthOf(chain, block)
  if (depth === undefined || depth > maximumDepth) return 27_000
  return 27_000 + 315 * depth + 144 * siblings.length
}

export function confirmations(
  bridge: BridgeCall,
  transactionId: Uint8Array,
  blockHash: Uint8Array,
  path: bigint,
  siblings: readonly Uint8Array[],
): bigint {
  const branch = merkleBranch(siblings, low32Bits(path))
  const chain = BitcoinChain.open(bridge)
  const block = knownBlock(bridge, chain, blockHash)
  if (!block) return outcome['unknown-block']
  const depth = depthOf(chain, block)
  if (depth > maximumDepth) return outcome['too-deep']
  const place = placeOf(chain, block)
  if (place !== 'main-chain') return outcome[place]
  if (!hasRoot(bridge, block, rootFrom(transactionId, branch))) return outcome['wrong-branch']
  return BigInt(chain.head.height - block.height + 1)
}

const knownBlock = (context: BridgeContext, chain: BitcoinChain, hash: Uint8Array): StoredBlock | undefined =>
  chain.block(hash) ?? forgottenBlock(context, hash)

/**
 * When the reference node executed one block of testnet, it answered with a Bitcoin block from its cache that was not
 * in the storage. A transaction in that block asks for it.
 */
function forgottenBlock({ native }: BridgeContext, hash: Uint8Array): StoredBlock | undefined {
  const isThere = native.network.name === 'testnet' && native.block.number === 5_148_285
  return isThere && equalBytes(hash, testnetBlock.header.hash) ? testnetBlock : undefined
}

const testnetBlock: StoredBlock = {
  header: new BitcoinHeader(
    fromHex(
      '000000203b5d178405c4e6e7dc07d63d6de5db1342044791721654760c00000000000000796cf6743a036300b43fb3abe6703d04' +
        'a7999751b6d5744f20327d1175320bd37b954e66ffff001d56dc11ce',
    ),
  ),
  height: 2_817_125,
  work: 0xddeb5fbcd969312a77cn,
}

/** The search fails for a block of a side branch that lies above the head. */
function placeOf(
  chain: BitcoinChain,
  { header, height }: StoredBlock,
): 'main-chain' | 'not-in-main-chain' | 'unsearchable' {
  if (height > chain.head.height) return 'unsearchable'
  try {
    const block = chain.blockAt(height)
    return block && equalBytes(block.header.hash, header.hash) ? 'main-chain' : 'not-in-main-chain'
  } catch (error) {
    if (error instanceof DecodeError) return 'unsearchable'
    throw error
  }
}
