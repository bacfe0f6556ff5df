import { bitcoinHeaderLength } from '../../bitcoin/blocks/header.ts'
import { doubleSha256 } from '../../crypto/sha256.ts'
import { shortSha256 } from '../../crypto/shortSha256.ts'
import { asciiBytes, concatBytes, type Hash } from '../../primitives/bytes.ts'
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
const lockTime = fromHex('00000000')
/** A coinbase whose hash is written anew for each proof: typed arrays of this length take long to allocate. */
const coinbase = concatBytes(coinbaseStart, new Uint8Array(32), lockTime)

/** The proof of work for `hash` with a nonce. It may miss the target. */
export function proofWithNonce(hash: Hash, timeSeconds: number, nonce: number): MergedMiningFields {
  const proof = unsolvedProof(hash, timeSeconds)
  viewOf(proof.header).setUint32(nonceOffset, nonce, true)
  return proof
}

/** Tries the nonces below `attempts`; undefined if no nonce meets the target. */
export function solveProof(
  hash: Hash,
  difficulty: bigint,
  timeSeconds: number,
  attempts: number,
): MergedMiningFields | undefined {
  const proof = unsolvedProof(hash, timeSeconds)
  const nonce = shortSha256().findNonce(proof.header, targetOf(difficulty), attempts)
  if (nonce === undefined) return undefined
  viewOf(proof.header).setUint32(nonceOffset, nonce, true)
  return proof
}

const compressedWithoutHash = compressCoinbase(coinbase)!

/** `compressCoinbase` of a coinbase that differs from others in the hash at its end only, after the cut. */
function compressedWith(hash: Hash): Uint8Array {
  const compressed = compressedWithoutHash.slice()
  compressed.set(hash, compressed.length - lockTime.length - hash.length)
  return compressed
}

function unsolvedProof(hash: Hash, timeSeconds: number): MergedMiningFields {
  coinbase.set(hash, coinbaseStart.length)
  const header = new Uint8Array(bitcoinHeaderLength)
  header.set(doubleSha256(coinbase), merkleRootOffset)
  const view = viewOf(header)
  view.setUint32(versionOffset, headerVersion, true)
  view.setUint32(timeOffset, timeSeconds, true)
  view.setUint32(bitsOffset, easiestBits, true)
  return { header, merkleProof: new Uint8Array(0), coinbase: compressedWith(hash) }
}

const viewOf = (header: Uint8Array): DataView =>
  new DataView(header.buffer, header.byteOffset, header.byteLength)
