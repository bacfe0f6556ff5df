import { RLP } from '@ethereumjs/rlp'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { keccak256 } from '../src/crypto/keccak256.ts'
import { recoverPublicKey, signHash } from '../src/crypto/secp256k1.ts'
import { asAddress } from '../src/primitives/bytes.ts'
import { encodeRlp } from '../src/primitives/rlp/encode.ts'
import { decodeTransaction } from '../src/protocol/transactions/decode.ts'
import { signTransaction } from '../src/protocol/transactions/sign.ts'
import { compare } from './measure.ts'

const times = (count: number, work: () => unknown) => (): number => {
  for (let i = 0; i < count; i++) work()
  return count
}

/** Encodings and cryptography compared with the best alternatives on npm. */
export async function bench(): Promise<void> {
  benchKeccak()
  benchRecovery()
  benchRlp()
}

function benchKeccak(): void {
  for (const length of [32, 64, 532]) {
    const input = new Uint8Array(length).fill(7)
    compare(`keccak-256 of ${length} bytes`, [
      { name: 'cambium', run: times(2000, () => keccak256(input)) },
      { name: '@noble/hashes', run: times(200, () => keccak_256(input)) },
    ])
  }
}

function benchRecovery(): void {
  const hash = keccak256(new Uint8Array(3))
  const signature = signHash(hash, new Uint8Array(32).fill(9))
  const noble = secp256k1.Signature.fromBytes(signature.compact).addRecoveryBit(signature.recovery)
  compare('secp256k1 public key recovery', [
    { name: 'cambium', run: times(20, () => recoverPublicKey(hash, signature)) },
    { name: '@noble/curves', run: times(5, () => noble.recoverPublicKey(hash)) },
  ])
}

function benchRlp(): void {
  const transaction = signTransaction(
    {
      nonce: new Uint8Array([5]),
      gasPrice: 60_000_000n,
      gasLimit: new Uint8Array([1, 0, 0]),
      to: asAddress(new Uint8Array(20).fill(3)),
      value: 10n ** 18n,
      data: new Uint8Array(68).fill(1),
      chainId: 33,
    },
    new Uint8Array(32).fill(9),
  )
  const { encoded } = transaction
  const items = RLP.decode(encoded)
  if (!Array.isArray(items)) throw new Error('a transaction is a list')
  const values = items.map((item) => (item instanceof Uint8Array ? item : new Uint8Array()))
  compare('RLP: encode the nine items of a transaction', [
    { name: 'cambium', run: times(1000, () => encodeRlp(values)) },
    { name: '@ethereumjs/rlp', run: times(1000, () => RLP.encode(values)) },
  ])
  compare('RLP: decode a transaction (ours checks and converts the fields as well)', [
    { name: 'cambium', run: times(1000, () => decodeTransaction(encoded)) },
    { name: '@ethereumjs/rlp', run: times(1000, () => RLP.decode(encoded)) },
  ])
}

if (process.argv[1] === import.meta.filename) await bench()
