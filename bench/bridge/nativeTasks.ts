import { publicKeyOf } from '../../src/crypto/secp256k1.ts'
import { selectorOf } from '../../src/native/abi/method.ts'
import { arrayOf, bytes, string } from '../../src/native/abi/types.ts'
import { hdWalletUtilsContract } from '../../src/native/hdWalletUtils/hdWalletUtilsContract.ts'
import { contextAfter, listBlocks } from '../../src/native/nativeWorld.cases.ts'
import { concatBytes } from '../../src/primitives/bytes.ts'
import { wordBytes } from '../../src/primitives/integers.ts'
import type { PrecompileTask } from './precompileTasks.ts'

/* Valid inputs of the native contracts beside the Bridge, which the search does not make. */

const context = contextAfter(listBlocks(10))

const words = (...values: readonly number[]): Uint8Array =>
  concatBytes(...values.map((value) => wordBytes(BigInt(value))))

/** An extended public key of BIP-32's second test vector. */
const extendedKey =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB'
const deepPath = '2147483647/2147483646/2147483645/2147483644/2147483643/1/2/3/4/5'

function path(path: string): Uint8Array {
  const key = string.encode(extendedKey)
  return concatBytes(words(64, 64 + key.length), key, string.encode(path))
}

const keys = Array.from({ length: 15 }, (_, index) => {
  const full = publicKeyOf(wordBytes(BigInt(index + 1)))
  return concatBytes(Uint8Array.of(2 + (full[64]! & 1)), full.subarray(1, 33))
})

const task = (name: string, signature: string, ...parts: readonly Uint8Array[]): PrecompileTask => ({
  name: `HDWalletUtils.${name}`,
  create: () => hdWalletUtilsContract(context),
  input: concatBytes(selectorOf(signature), ...parts),
})
const derive = 'deriveExtendedPublicKey(string,string)'
const extract = 'extractPublicKeyFromExtendedPublicKey(string)'

export const nativeTasks: readonly PrecompileTask[] = [
  task(
    'toBase58Check',
    'toBase58Check(bytes,int256)',
    words(64, 5),
    bytes.encode(new Uint8Array(20).fill(255)),
  ),
  task('deriveExtendedPublicKey: ten levels', derive, path(deepPath)),
  task('deriveExtendedPublicKey: a path of 100 kB', derive, path('1/'.repeat(50_000))),
  task('deriveExtendedPublicKey: a path of 1 MB of Arabic zeros', derive, path('٠'.repeat(500_000))),
  task('extractPublicKey', extract, words(32), string.encode(extendedKey)),
  task(
    'getMultisigScriptHash: 15 keys',
    'getMultisigScriptHash(int256,bytes[])',
    words(8, 64),
    arrayOf(bytes).encode(keys),
  ),
]
