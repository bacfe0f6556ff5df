import { encodeBase58Check } from '../../bitcoin/keys/base58Check.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { bytes, int256, string } from '../abi/types.ts'
import { nativeMethod } from '../nativeMethod.ts'

const hashLength = 20

/** The Bitcoin address for the hash of a key or script and the version byte of its kind. */
export const toBase58Check = nativeMethod({
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
