import { packageRequire } from '../../platform/packageFile.ts'
import { answer, type Secp256k1Backend } from './backend.ts'

/** The used part of the `secp256k1` package: bindings to libsecp256k1 with prebuilt binaries. */
interface Bindings {
  publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array
  publicKeyConvert(publicKey: Uint8Array, compressed: boolean): Uint8Array
  ecdsaSign(hash: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recid: number }
  ecdsaRecover(signature: Uint8Array, recovery: number, hash: Uint8Array, compressed: boolean): Uint8Array
  ecdsaVerify(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
  signatureNormalize(signature: Uint8Array): Uint8Array
  ecdh(
    publicKey: Uint8Array,
    privateKey: Uint8Array,
    options: { hashfn: (x: Uint8Array, y: Uint8Array) => Uint8Array },
    output: Uint8Array,
  ): Uint8Array
}

/** The native backend, or undefined on a platform without a prebuilt binary. */
export function loadNative(): Secp256k1Backend | undefined {
  let bindings: Bindings
  try {
    // The bindings are named explicitly, because the package's main entry silently falls back to a slow JavaScript
    // library.
    bindings = packageRequire()('secp256k1/bindings.js')
  } catch {
    return undefined
  }
  return {
    name: 'native',
    publicKey: (privateKey) => answer(() => bindings.publicKeyCreate(privateKey, false)),
    sign: (hash, privateKey) =>
      answer(() => {
        const { signature, recid } = bindings.ecdsaSign(hash, privateKey)
        return { signature, recovery: recid }
      }),
    recover: (hash, signature, recovery) =>
      answer(() => bindings.ecdsaRecover(signature, recovery, hash, false)),
    verify: (hash, signature, publicKey) =>
      answer(() =>
        bindings.ecdsaVerify(bindings.signatureNormalize(Uint8Array.from(signature)), hash, publicKey),
      ) ?? false,
    uncompress: (publicKey) => answer(() => bindings.publicKeyConvert(publicKey, false)),
    sharedSecret: (publicKey, privateKey) =>
      answer(() => bindings.ecdh(publicKey, privateKey, { hashfn: (x) => x }, new Uint8Array(32))),
  }
}
