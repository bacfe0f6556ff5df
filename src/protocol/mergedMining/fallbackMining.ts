import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { recoverPublicKey } from '../../crypto/secp256k1.ts'
import { concatBytes, equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { signedBytes, toBigInt, wordBytes } from '../../primitives/integers.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { HeaderFields } from '../headers/header.ts'

/*
 * Before RSKIP98 two keyholders could mine blocks of low difficulty with a signature, one the even and one the odd
 * blocks.
 */

const keyOfEvenBlocks = fromHex(
  '041e2b148c024770e19c4f31db2233cac791583df95b4d14a5e9fd4b38dc8254b3048f937f169446b19d2eca40db1dd93fab34c0cd8a310afd6e6211f9a89e4bca',
)
const keyOfOddBlocks = fromHex(
  '04b55031870df5de88bdb84f65bd1c6f8331c633e759caa5ac7cad3fa4f8a36791e995804bba1558ddcf330a67ff5bfa253fa1d8789735f97a97e849686527976e',
)

/** Whether the header claims to be mined by signature: it has neither coinbase nor merkle proof. */
export function isFallbackMined(header: HeaderFields): boolean {
  return (
    header.mergedMining !== null &&
    header.mergedMining.coinbase.length === 0 &&
    header.mergedMining.merkleProof.length === 0
  )
}

/** Whether the keyholder of this block number signed the hash for merged mining. */
export function hasFallbackSignature(header: HeaderFields, hash: Uint8Array): boolean {
  const signature = header.mergedMining && readSignature(header.mergedMining.header)
  if (!signature) return false
  const publicKey = recoverPublicKey(hash, signature)
  const expected = header.number % 2 === 0 ? keyOfEvenBlocks : keyOfOddBlocks
  return publicKey !== undefined && equalBytes(publicKey, expected)
}

/** RLP of v, r and s; r and s are two's complement integers. */
function readSignature(bytes: Uint8Array): { compact: Uint8Array; recovery: number } | undefined {
  try {
    const reader = RlpReader.list(bytes, 'signature')
    const v = reader.number('v', 31)
    const r = readInteger(reader, 'r')
    const s = readInteger(reader, 's')
    reader.end()
    if (v < 27 || r < 1n || r >= groupOrder || s < 1n || s >= groupOrder / 2n) return undefined
    return { compact: concatBytes(wordBytes(r), wordBytes(s)), recovery: (v - 27) & 3 }
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Accepts only the canonical form: a leading zero byte exactly where the sign requires it. */
function readInteger(reader: RlpReader, name: string): bigint {
  const bytes = reader.bytes(name)
  const value = toBigInt(bytes)
  if (!equalBytes(signedBytes(value), bytes)) throw new DecodeError(reader.path(name), 'is not canonical')
  return value
}
