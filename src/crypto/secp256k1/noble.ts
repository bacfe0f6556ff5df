import { loadLibrary } from '../../platform/packageContent.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { answer, type Secp256k1Backend } from './backend.ts'

const plainHash = { prehash: false } as const

/** Arithmetic in JavaScript: 6 times slower than the native library at signing, but it runs everywhere. */
export function loadNoble(): Secp256k1Backend {
  const library = loadLibrary('@noble/curves/secp256k1.js')
  const { Point, getPublicKey, getSharedSecret, recoverPublicKey, sign, verify } = library.secp256k1
  const uncompress = (key: Uint8Array): Uint8Array => Point.fromBytes(key).toBytes(false)
  return {
    name: 'noble',
    publicKey: (privateKey) => answer(() => getPublicKey(privateKey, false)),
    sign: (hash, privateKey) =>
      answer(() => {
        const signed = sign(hash, privateKey, { ...plainHash, lowS: true, format: 'recovered' })
        return { signature: signed.slice(1), recovery: signed[0]! }
      }),
    recover: (hash, signature, recovery) =>
      answer(() => {
        const recoverable = concatBytes(Uint8Array.of(recovery), signature)
        return uncompress(recoverPublicKey(recoverable, hash, plainHash))
      }),
    verify: (hash, signature, publicKey) =>
      answer(() => verify(signature, hash, publicKey, { ...plainHash, lowS: false })) ?? false,
    uncompress: (publicKey) => answer(() => uncompress(publicKey)),
    sharedSecret: (publicKey, privateKey) => answer(() => getSharedSecret(privateKey, publicKey).slice(1)),
  }
}
