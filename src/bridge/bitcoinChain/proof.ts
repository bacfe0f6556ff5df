import type { StoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import { readVariableInteger } from '../../bitcoin/serialization/variableInteger.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { equalBytes, includesBytes } from '../../primitives/bytes.ts'
import { coinbaseWitnessRoot } from '../cells/bitcoinChain.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { BitcoinChain } from './chain.ts'
import { readPartialMerkleTree } from './provedTransactions.ts'

/** A Bitcoin transaction as the caller gives it, with the proof that a block contains it. */
export interface ClaimedTransaction {
  readonly bytes: Uint8Array
  /** Hash of the bytes. It differs from the transaction's id if they include a witness. */
  readonly id: Uint8Array
  /** Height of the block. */
  readonly height: number
  /** A partial merkle tree. */
  readonly proof: Uint8Array
}

/**
 * Whether the transaction is in a block of the main chain with enough blocks on top. The method ends without an error
 * if not; some malformed proofs make it fail instead.
 */
export function isProved(context: BridgeContext, { bytes, id, height, proof }: ClaimedTransaction): boolean {
  const chain = BitcoinChain.open(context)
  if (height < 0 || chain.head.height - height + 1 < context.constants.peginConfirmations) return false
  const { root, transactionIds } = readPartialMerkleTree(proof)
  if (!includesBytes(transactionIds, id)) return false
  checkInputs(context, bytes)
  const block = chain.blockAt(height)
  if (!block) throw new PrecompileFailure(`there is no Bitcoin block ${height}`)
  return hasRoot(context, block, root)
}

/** Whether the root is the block's merkle root or (RSKIP143) its witness root. */
export function hasRoot({ cells, rules }: BridgeContext, { header }: StoredBlock, root: Uint8Array): boolean {
  if (equalBytes(header.merkleRoot, root)) return true
  const witnessRoot = rules.rskip143 ? cells.load(coinbaseWitnessRoot(header.hash)) : undefined
  return witnessRoot !== undefined && equalBytes(witnessRoot, root)
}

const inputCountAt = 4
const segwitFlagAt = 5

/** Fails for a transaction without inputs. From RSKIP143 on a count of zero may also announce a witness. */
function checkInputs({ rules }: BridgeContext, bytes: Uint8Array): void {
  if (readVariableInteger(bytes, inputCountAt).value !== 0n) return
  if (rules.rskip143) {
    if (bytes.length <= segwitFlagAt) throw new PrecompileFailure('the transaction is truncated')
    if (bytes[segwitFlagAt] !== 1) return
    if (readVariableInteger(bytes, segwitFlagAt + 1).value !== 0n) return
  }
  throw new PrecompileFailure('the transaction has no inputs')
}
