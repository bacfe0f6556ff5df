import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { integerOf } from '../../../shared/format/quantity.ts'
import type { Block } from '../../../shared/rpc/answers.ts'
import type { Coinbase } from './coinbase.ts'
import { doubleSha256 } from './doubleSha256.ts'
import { provenRoot } from './merkleProof.ts'

export interface Check {
  readonly isMet: boolean
  readonly claim: string
}

const headerDigits = 160
const rootDigits = [72, 136] as const

/** Maximum Bitcoin hash that proves a difficulty; difficulties below 3 count as 3. */
const targetOf = (difficulty: bigint): bigint => (1n << 256n) / (difficulty > 3n ? difficulty : 3n)

/** The hash of a Bitcoin header in printed order, without 0x. */
export const bitcoinHash = (header: string): string =>
  bytesToHex(doubleSha256(hexToBytes(header.slice(2, 2 + headerDigits))).reverse())

/**
 * The claims of merged mining, checked here with the bytes in the block. The page trusts the node that
 * `hashForMergedMining` belongs to this block.
 */
export function proofChecks(block: Block, coinbase: Coinbase): readonly Check[] {
  const header = block.bitcoinMergedMiningHeader ?? '0x'
  const proof = hexToBytes((block.bitcoinMergedMiningMerkleProof ?? '0x').slice(2))
  const target = targetOf(integerOf(block.difficulty))
  const root = provenRoot(coinbase.id, proof)
  const isNamed = `0x${coinbase.tagged}` === block.hashForMergedMining && coinbase.isTagInPlace
  return [
    {
      isMet: BigInt(`0x${bitcoinHash(header)}`) <= target,
      claim: 'The hash of the Bitcoin header is at most the target of this block’s difficulty.',
    },
    { isMet: isNamed, claim: 'The Bitcoin coinbase names this block after its last RSKBLOCK: tag.' },
    {
      isMet: root !== undefined && bytesToHex(root) === header.slice(2).slice(...rootDigits),
      claim: 'The merkle proof leads from that coinbase to the root in the Bitcoin header.',
    },
  ]
}
