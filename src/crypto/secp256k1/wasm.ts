import type { Secp256k1Backend } from './backend.ts'

/** libsecp256k1 compiled to WebAssembly: runs everywhere, several times faster than JavaScript arithmetic. */
export async function loadLibauth(): Promise<Secp256k1Backend> {
  // Here rather than above: a bundle of one file would load all of the package whenever it starts.
  const { instantiateSecp256k1 } = await import('@bitauth/libauth')
  const library = await instantiateSecp256k1()
  return {
    name: 'wasm',
    publicKey: (privateKey) => answer(library.derivePublicKeyUncompressed(privateKey)),
    sign: (hash, privateKey) => {
      const signed = answer(library.signMessageHashRecoverableCompact(privateKey, hash))
      return signed && { signature: signed.signature, recovery: signed.recoveryId }
    },
    recover: (hash, signature, recovery) => {
      if (recovery !== 0 && recovery !== 1 && recovery !== 2 && recovery !== 3) return undefined
      return answer(library.recoverPublicKeyUncompressed(signature, recovery, hash))
    },
    verify: (hash, signature, publicKey) => library.verifySignatureCompact(signature, publicKey, hash),
    uncompress: (publicKey) => answer(library.uncompressPublicKey(publicKey)),
    sharedSecret: (publicKey, privateKey) =>
      answer(library.mulTweakPublicKeyUncompressed(publicKey, privateKey))?.slice(1, 33),
  }
}

/** libauth returns an error message instead of the value. */
function answer<T>(result: T | string): T | undefined {
  return typeof result === 'string' ? undefined : result
}
