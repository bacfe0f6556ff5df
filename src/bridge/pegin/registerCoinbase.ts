import { parseScript } from '../../bitcoin/scripts/scriptChunks.ts'
import { type BitcoinTransaction, bitcoinId } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { decodeValidTransaction, isCoinbase } from '../../bitcoin/transactions/transactionRules.ts'
import { doubleSha256 } from '../../crypto/sha256.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { concatBytes, equalBytes, includesBytes, reversedBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { BitcoinChain } from '../bitcoinChain/chain.ts'
import { readPartialMerkleTree } from '../bitcoinChain/provedTransactions.ts'
import { coinbaseWitnessRoot } from '../cells/bitcoinChain.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'

/** The coinbase of a Bitcoin block, the proof that the block contains it, and the witness root that it commits to. */
export interface CoinbaseClaim {
  /** Without its witness. */
  readonly bytes: Uint8Array
  readonly blockHash: Uint8Array
  /** A partial merkle tree. */
  readonly proof: Uint8Array
  readonly witnessRoot: Uint8Array
  readonly reservedValue: Uint8Array
}

/** RSKIP143: stores the witness root that the coinbase of a block commits to (BIP-141). */
export function registerCoinbase(bridge: BridgeCall, claim: CoinbaseClaim): void {
  const chain = BitcoinChain.open(bridge)
  const { root, transactionIds } = readPartialMerkleTree(claim.proof)
  const id = bitcoinId(claim.bytes)
  if (!includesBytes(transactionIds, id)) return
  const block = chain.block(claim.blockHash)
  if (!block) throw new PrecompileFailure('the Bitcoin block is unknown')
  if (!equalBytes(block.header.merkleRoot, root)) return

  const coinbase = decodeValidTransaction(claim.bytes)
  if (!isCoinbase(coinbase)) throw new PrecompileFailure('the transaction is not a coinbase')
  const committed = commitmentIn(bridge, coinbase)
  const expected = doubleSha256(concatBytes(reversedBytes(claim.witnessRoot), claim.reservedValue))
  if (!committed || !equalBytes(committed, expected)) {
    throw new PrecompileFailure('the coinbase does not commit to this witness root')
  }
  bridge.cells.set(coinbaseWitnessRoot(block.header.hash), claim.witnessRoot)
}

const commitmentMark = fromHex('6a24aa21a9ed')
const commitmentLength = 32
const commitmentScriptLength = commitmentMark.length + commitmentLength

/** The last output with the mark is the commitment. Until RSKIP460 it and all outputs after it must parse. */
function commitmentIn({ rules }: BridgeCall, { outputs }: BitcoinTransaction): Uint8Array | undefined {
  for (const { script } of outputs.toReversed()) {
    if (!rules.rskip460) parseScript(script)
    const isCommitment =
      script.length >= commitmentScriptLength &&
      equalBytes(script.subarray(0, commitmentMark.length), commitmentMark)
    if (isCommitment) return script.subarray(commitmentMark.length, commitmentScriptLength)
  }
  return undefined
}
