import { bitcoinHeaderLength } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { doubleSha256, findNonce } from '../../crypto/sha256.ts'
import { asciiBytes, concatBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { mergedMiningTag } from '../../protocol/headers/hashes.ts'
import type { MergedMiningFields } from '../../protocol/headers/header.ts'
import { compressCoinbase } from '../../protocol/mergedMining/compressedCoinbase.ts'
import { targetOf } from '../../protocol/mergedMining/proofOfWork.ts'

/*
 * Proofs of work in Bitcoin blocks that this node makes. Such a block has only its coinbase, so the coinbase's id is
 * the merkle root and the merkle proof is empty. Only the nonce varies.
 */

const versionOffset = 0
const merkleRootOffset = 36
const timeOffset = 68
const bitsOffset = 72
const nonceOffset = 76

/** The lowest difficulty of Bitcoin, used by its regression test network. */
const easiestBits = 0x207fffff
const headerVersion = 0x20000000

const signature = asciiBytes('cambium')

/** The coinbase input, then one output of zero whose script (OP_RETURN) ends with the tag and the hash. */
const coinbaseStart = concatBytes(
  fromHex('01000000'),
  fromHex(`01${'00'.repeat(32)}ffffffff`),
  Uint8Array.of(signature.length),
  signature,
  fromHex('ffffffff'),
  fromHex(`01${'00'.repeat(8)}`),
  fromHex('2b6a29'),
  mergedMiningTag,
)
/** Every coinbase is cut in its constant start. */
const compressedStart = compressCoinbase(coinbaseStart)!
const lockTime = fromHex('00000000')

/** The proof of work for `hash` with a nonce. It may miss the target. */
export function proofWithNonce(hash: Hash, timeSeconds: number, nonce: number): MergedMiningFields {
  const coinbase = concatBytes(coinbaseStart, hash, lockTime)
  const header = new Uint8Array(bitcoinHeaderLength)
  const view = new DataView(header.buffer)
  view.setUint32(versionOffset, headerVersion, true)
  header.set(doubleSha256(coinbase), merkleRootOffset)
  view.setUint32(timeOffset, timeSeconds, true)
  view.setUint32(bitsOffset, easiestBits, true)
  view.setUint32(nonceOffset, nonce, true)
  return { header, merkleProof: emptyBytes, coinbase: concatBytes(compressedStart, hash, lockTime) }
}

/** Tries the nonces below `attempts`; undefined if no nonce meets the target. */
export function solveProof(
  hash: Hash,
  difficulty: bigint,
  timeSeconds: number,
  attempts: number,
): MergedMiningFields | undefined {
  const proof = proofWithNonce(hash, timeSeconds, 0)
  const nonce = findNonce(proof.header, targetOf(difficulty), attempts)
  if (nonce === undefined) return undefined
  new DataView(proof.header.buffer).setUint32(nonceOffset, nonce, true)
  return proof
}
