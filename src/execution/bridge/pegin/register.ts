import { doubleSha256 } from '../../../crypto/sha256.ts'
import { PrecompileFailure } from '../../../evm/precompiles/precompile.ts'
import { equalBytes, reversedBytes } from '../../../primitives/bytes.ts'
import { toHexDigits } from '../../../primitives/hex.ts'
import { BitcoinChain } from '../bitcoin/chain.ts'
import { readPartialMerkleTree } from '../bitcoin/partialMerkleTree.ts'
import type { BridgeCall } from '../bridgeWorld.ts'
import { liveFederations } from '../federation/federations.ts'
import { hasMember } from '../federation/pegFederation.ts'
import { NotImplementedByThisVersion } from '../notImplemented.ts'
import { processedIn } from './processed.ts'
import { isProved } from './proof.ts'

/** In the order in which hashes are printed. */
export const bitcoinId = (bytes: Uint8Array): Uint8Array => reversedBytes(doubleSha256(bytes))

/** Tells the Bridge of a Bitcoin transaction: a peg-in, or one of the federation's own. */
export function registerTransaction(
  bridge: BridgeCall,
  bytes: Uint8Array,
  height: number,
  proof: Uint8Array,
): void {
  checkSender(bridge)
  const id = bitcoinId(bytes)
  if (processedIn(bridge, toHexDigits(id)) !== undefined) return
  if (isProved(bridge, { bytes, id, height, proof })) {
    throw new NotImplementedByThisVersion('registerBtcTransaction')
  }
}

/** RSKIP199 lets everybody register transactions. */
function checkSender(bridge: BridgeCall): void {
  if (bridge.rules.rskip199) return
  const { active, retiring } = liveFederations(bridge)
  const { caller } = bridge.call
  if (hasMember(active, caller) || (retiring && hasMember(retiring, caller))) return
  throw new PrecompileFailure('the caller is not a member of the federation')
}

/** RSKIP143: learns the root of a block's witnesses from its coinbase. */
export function registerCoinbase(
  bridge: BridgeCall,
  bytes: Uint8Array,
  blockHash: Uint8Array,
  proof: Uint8Array,
): void {
  const chain = BitcoinChain.open(bridge)
  const { root, transactionIds } = readPartialMerkleTree(proof)
  const id = bitcoinId(bytes)
  if (!transactionIds.some((candidate) => equalBytes(candidate, id))) return
  const block = chain.block(blockHash)
  if (!block) throw new PrecompileFailure('the Bitcoin block is not known')
  if (!equalBytes(block.header.merkleRoot, root)) return
  throw new NotImplementedByThisVersion('registerBtcCoinbaseTransaction')
}
