import {
  decodeExtendedPublicKey,
  deriveChild,
  encodeExtendedPublicKey,
  longestText,
} from '../../bitcoin/keys/extendedPublicKey.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { encodedText, string, textUpTo } from '../abi/types.ts'
import { nativeMethod } from '../nativeMethod.ts'
import { parseDerivationPath } from './derivationPath.ts'

/** The descendant of an extended public key along a path of non-hardened derivations. */
export const deriveExtendedPublicKey = nativeMethod({
  name: 'deriveExtendedPublicKey',
  inputs: [textUpTo(longestText), encodedText],
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
