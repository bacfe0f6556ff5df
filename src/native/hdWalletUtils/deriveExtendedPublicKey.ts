import {
  decodeExtendedPublicKey,
  deriveChild,
  encodeExtendedPublicKey,
} from '../../bitcoin/keys/extendedPublicKey.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { string } from '../abi/types.ts'
import { nativeMethod } from '../nativeMethod.ts'
import { parseDerivationPath } from './derivationPath.ts'

/** The descendant of an extended public key along a path of non-hardened derivations. */
export const deriveExtendedPublicKey = nativeMethod({
  name: 'deriveExtendedPublicKey',
  inputs: [string, string],
  output: string,
  gas: 107_000,
  run(_invocation, text: string, path: string) {
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
