import { encodeBase58Check } from '../../bitcoin/keys/base58Check.ts'
import {
  decodeExtendedPublicKey,
  deriveChild,
  encodeExtendedPublicKey,
  maximumKeyText,
} from '../../bitcoin/keys/extendedPublicKey.ts'
import { compressPublicKey, hash160 } from '../../bitcoin/keys/publicKey.ts'
import { multisigScript } from '../../bitcoin/scripts/script.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { arrayOf, bytes, encodedText, int256, string, textUpTo } from '../abi/types.ts'
import { nativeContract } from '../nativeContract.ts'
import { nativeMethod } from '../nativeMethod.ts'
import { parseDerivationPath } from './derivationPath.ts'

const minimumKeys = 2
/** The redeem script of 16 keys would exceed the 520 bytes of BIP-16. */
const maximumKeys = 15

/** The hash in the P2SH address of an m-of-n multisignature wallet. */
const getMultisigScriptHash = nativeMethod({
  name: 'getMultisigScriptHash',
  inputs: [int256, arrayOf(bytes)],
  output: bytes,
  gas: 20_000,
  gasOfElements: (keys) => 700 * Math.max(0, keys - minimumKeys),
  run(_invocation, required: bigint, keys: readonly Uint8Array[]) {
    if (keys.length < minimumKeys || keys.length > maximumKeys) {
      throw new PrecompileFailure(`${keys.length} keys are not between ${minimumKeys} and ${maximumKeys}`)
    }
    if (required < 1n || required > keys.length) {
      throw new PrecompileFailure(`${keys.length} keys cannot give ${required} signatures`)
    }
    return hash160(multisigScript(Number(required), keys.map(compressed)))
  },
})

function compressed(key: Uint8Array): Uint8Array {
  const result = compressPublicKey(key)
  if (!result) throw new PrecompileFailure('a key is not a point of the curve')
  return result
}

/** The descendant of an extended public key along a path of non-hardened derivations. */
const deriveExtendedPublicKey = nativeMethod({
  name: 'deriveExtendedPublicKey',
  inputs: [textUpTo(maximumKeyText), encodedText],
  output: string,
  gas: 107_000,
  run(_invocation, text: string, path: Uint8Array) {
    let key = decodeExtendedPublicKey(text)
    if (!key) throw new PrecompileFailure('not an extended public key')
    const levels = parseDerivationPath(path)
    if (!levels) throw new PrecompileFailure('not a derivation path')
    for (const level of levels) {
      key = deriveChild(key, level)
      if (!key) throw new PrecompileFailure(`the key has no child ${level}`)
    }
    return encodeExtendedPublicKey(key)
  },
})

const hashLength = 20

/** The Bitcoin address for the hash of a key or script and the version byte of its kind. */
const toBase58Check = nativeMethod({
  name: 'toBase58Check',
  inputs: [bytes, int256],
  output: string,
  gas: 13_000,
  run(_invocation, hash: Uint8Array, version: bigint) {
    if (hash.length !== hashLength) throw new PrecompileFailure(`the hash has ${hash.length} bytes, not 20`)
    if (version < 0n || version > 0xffn) throw new PrecompileFailure(`version ${version} is not a byte`)
    return encodeBase58Check(concatBytes(new Uint8Array([Number(version)]), hash))
  },
})

/** The compressed public key inside an extended one. */
const extractPublicKeyFromExtendedPublicKey = nativeMethod({
  name: 'extractPublicKeyFromExtendedPublicKey',
  inputs: [textUpTo(maximumKeyText)],
  output: bytes,
  gas: 11_300,
  run(_invocation, text: string) {
    const extended = decodeExtendedPublicKey(text)
    if (!extended) throw new PrecompileFailure('not an extended public key')
    return extended.key
  },
})

/** RSKIP106: arithmetic of hierarchical deterministic Bitcoin wallets. */
export const hdWalletUtilsMethods = [
  toBase58Check,
  deriveExtendedPublicKey,
  extractPublicKeyFromExtendedPublicKey,
  getMultisigScriptHash,
]

export const hdWalletUtilsContract = nativeContract({
  name: 'HDWalletUtils',
  methods: hdWalletUtilsMethods,
})
