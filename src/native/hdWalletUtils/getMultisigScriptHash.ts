import { hash160 } from '../../bitcoin/keys/hash160.ts'
import { compressPublicKey } from '../../bitcoin/keys/publicKey.ts'
import { multisigScript } from '../../bitcoin/scripts/script.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { arrayOf, bytes, int256 } from '../abi/types.ts'
import { nativeMethod } from '../nativeMethod.ts'

const minimumKeys = 2
/** The redeem script of 16 keys would exceed the 520 bytes of BIP-16. */
const maximumKeys = 15

/** The hash in the P2SH address of an m-of-n multisignature wallet. */
export const getMultisigScriptHash = nativeMethod({
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
