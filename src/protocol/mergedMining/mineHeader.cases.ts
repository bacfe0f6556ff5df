import { BitcoinHeader } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { doubleSha256 } from '../../crypto/sha256.ts'
import { asciiBytes, concatBytes, type Hash } from '../../primitives/bytes.ts'
import {
  baseMergedMiningHash,
  mergedMiningTag,
  sealHeader,
  withForkDetectionData,
} from '../headers/hashes.ts'
import type { BlockHeader, HeaderFields, MergedMiningFields } from '../headers/header.ts'
import type { Network } from '../networks/network.ts'
import { compressCoinbase } from './compressedCoinbase.ts'
import { foldMerkleProof, merkleProofOfFirst } from './merkleProof.ts'
import { targetOf } from './proofOfWork.ts'

export interface MiningOptions {
  /** The 12 bytes of RSKIP110. */
  readonly forkDetectionData?: Uint8Array
  readonly bitcoinTime?: number
  /** Makes the serialized coinbase that commits to a tagged hash; `poolCoinbase` by default. */
  readonly coinbase?: (tagged: Uint8Array) => Uint8Array
  /** Ids of the other transactions of the Bitcoin block. */
  readonly otherTransactions?: readonly Uint8Array[]
}

/** Finds the proof of work for a header of low difficulty. */
export function mineHeader(fields: HeaderFields, network: Network, options: MiningOptions = {}): BlockHeader {
  const base = baseMergedMiningHash(fields)
  const hash = options.forkDetectionData ? withForkDetectionData(base, options.forkDetectionData) : base
  return sealHeader({ ...fields, mergedMining: mineHash(hash, fields.difficulty, options) }, network)
}

export function mineHash(hash: Hash, difficulty: bigint, options: MiningOptions = {}): MergedMiningFields {
  const coinbase = (options.coinbase ?? poolCoinbase)(concatBytes(mergedMiningTag, hash))
  const leaf = doubleSha256(coinbase)
  const merkleProof = merkleProofOfFirst([leaf, ...(options.otherTransactions ?? [])])
  const root = foldMerkleProof(leaf, merkleProof)!
  const compressed = compressCoinbase(coinbase)!
  return {
    header: mineBitcoinHeader(root, difficulty, options.bitcoinTime ?? 0),
    merkleProof,
    coinbase: compressed,
  }
}

/** The form of mining pools: an input, then an output with the tag. */
export const poolCoinbase = (tagged: Uint8Array): Uint8Array =>
  concatBytes(new Uint8Array(100).fill(0x42), asciiBytes('j)'), tagged, new Uint8Array(4))

export function mineBitcoinHeader(merkleRoot: Uint8Array, difficulty: bigint, time: number): Uint8Array {
  const header = new Uint8Array(80)
  header.set(merkleRoot, 36)
  const view = new DataView(header.buffer)
  view.setUint32(68, time, true)
  const target = targetOf(difficulty)
  for (let nonce = 0; new BitcoinHeader(header).hashNumber > target; nonce++) view.setUint32(76, nonce, true)
  return header
}
