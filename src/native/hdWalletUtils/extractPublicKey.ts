import { decodeExtendedPublicKey, longestText } from '../../bitcoin/keys/extendedPublicKey.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { bytes, textUpTo } from '../abi/types.ts'
import { nativeMethod } from '../nativeMethod.ts'

/** The compressed public key inside an extended one. */
export const extractPublicKeyFromExtendedPublicKey = nativeMethod({
  name: 'extractPublicKeyFromExtendedPublicKey',
  inputs: [textUpTo(longestText)],
  output: bytes,
  gas: 11_300,
  run(_invocation, text: string) {
    const extended = decodeExtendedPublicKey(text)
    if (!extended) throw new PrecompileFailure('not an extended public key')
    return extended.key
  },
})
