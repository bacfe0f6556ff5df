import { bitcoinHeaderLength } from '../../bitcoin/blocks/header.ts'
import { doubleSha256 } from '../../crypto/sha256.ts'
import { shortSha256 } from '../../crypto/shortSha256.ts'
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
const lockTime = fromHex('00000000')
/** A coinbase whose hash is written anew for each proof: typed arrays of this length take long to allocate. */
const coinbase = concatBytes(coinbaseStart, new Uint8Array(32), lockTime)

/** The header of a block, which is written anew for each proof too. */
const header = new Uint8Array(bitcoinHeaderLength)
const headerView = new DataView(header.buffer)
headerView.setUint32(versionOffset, headerVersion, true)
headerView.setUint32(bitsOffset, easiestBits, true)

/** The proof of work for `hash` with a nonce. It may miss the target. */
export function proofWithNonce(hash: Hash, timeSeconds: number, nonce: number): MergedMiningFields {
  prepareHeader(hash, timeSeconds)
  return provedWith(hash, nonce)
}

/** Tries the nonces below `attempts`; undefined if no nonce meets the target. */
export function solveProof(
  hash: Hash,
  difficulty: bigint,
  timeSeconds: number,
  attempts: number,
): MergedMiningFields | undefined {
  prepareHeader(hash, timeSeconds)
  const nonce = shortSha256().findNonce(header, targetOf(difficulty), attempts)
  return nonce === undefined ? undefined : provedWith(hash, nonce)
}

const compressedWithoutHash = compressCoinbase(coinbase)!

/** `compressCoinbase` of a coinbase that differs from others in the hash at its end only, after the cut. */
function compressedWith(hash: Hash): Uint8Array {
  const compressed = compressedWithoutHash.slice()
  compressed.set(hash, compressed.length - lockTime.length - hash.length)
  return compressed
}

/** Writes what the header has besides the nonce, which is 0. */
function prepareHeader(hash: Hash, timeSeconds: number): void {
  coinbase.set(hash, coinbaseStart.length)
  header.set(doubleSha256(coinbase), merkleRootOffset)
  headerView.setUint32(timeOffset, timeSeconds, true)
  headerView.setUint32(nonceOffset, 0, true)
}

function provedWith(hash: Hash, nonce: number): MergedMiningFields {
  headerView.setUint32(nonceOffset, nonce, true)
  return { header: header.slice(), merkleProof: emptyBytes, coinbase: compressedWith(hash) }
}
