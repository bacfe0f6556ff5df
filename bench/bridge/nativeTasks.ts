import { publicKeyOf } from '../../src/crypto/secp256k1.ts'
import { selectorOf } from '../../src/native/abi/method.ts'
import { arrayOf, bytes, string } from '../../src/native/abi/types.ts'
import { blockHeaderContract, blockHeaderMethods } from '../../src/native/blockHeaderContract.ts'
import { environmentContract } from '../../src/native/environmentContract.ts'
import { hdWalletUtilsContract } from '../../src/native/hdWalletUtils/hdWalletUtilsContract.ts'
import { contextAfter, listBlocks } from '../../src/native/nativeWorld.cases.ts'
import { remascContract } from '../../src/native/remasc/remascContract.ts'
import { concatBytes, emptyBytes } from '../../src/primitives/bytes.ts'
import { wordBytes } from '../../src/primitives/integers.ts'
import type { PrecompileTask } from './precompileTasks.ts'

/* Inputs of the native contracts beside the Bridge that take the most time for their gas. */

const context = contextAfter(listBlocks(10))
const wallet = () => hdWalletUtilsContract(context)
const headers = () => blockHeaderContract(context)

const input = (signature: string, ...parts: readonly Uint8Array[]): Uint8Array =>
  concatBytes(selectorOf(signature), ...parts)

const words = (...values: readonly number[]): Uint8Array =>
  concatBytes(...values.map((value) => wordBytes(BigInt(value))))

/** An extended public key of BIP-32's second test vector. */
const extendedKey =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB'
const deepPath = '2147483647/2147483646/2147483645/2147483644/2147483643/1/2/3/4/5'

function twoTexts(first: string, second: string): Uint8Array {
  const encoded = string.encode(first)
  return concatBytes(words(64, 64 + encoded.length), encoded, string.encode(second))
}

const keys = Array.from({ length: 15 }, (_, index) => {
  const full = publicKeyOf(wordBytes(BigInt(index + 1)))
  return concatBytes(Uint8Array.of(2 + (full[64]! & 1)), full.subarray(1, 33))
})
const multisig = 'getMultisigScriptHash(int256,bytes[])'

/** A list of the count whose elements all begin at the same place, so that its data are short. */
const sharedElements = (count: number, end: Uint8Array): Uint8Array =>
  concatBytes(words(1, 64, count), ...Array.from({ length: count }, () => words(32 * count)), end)

/** A list of the count whose elements begin at different places, each with a length that fits. */
const differentElements = (count: number): Uint8Array =>
  concatBytes(
    words(1, 64, count),
    ...Array.from({ length: count }, (_, index) => words(32 * ((index * 7_919) % (count / 2)))),
    words(0),
  )

/** A list of the count whose elements begin between its own words, each `step` words after the one before. */
const betweenWords = (count: number, step: number): Uint8Array =>
  concatBytes(
    words(1, 64, count),
    ...Array.from({ length: count }, (_, index) => words(32 * ((index * step) % (count - 2)) + 8)),
    words(0),
  )

/** As `sharedElements`, but the last element begins beyond the data. Costs no gas. */
function brokenEnd(count: number): Uint8Array {
  const data = sharedElements(count, words(0))
  data.fill(0x7f, -64, -32)
  return data
}

const walletTasks: readonly PrecompileTask[] = [
  {
    name: 'toBase58Check',
    input: input('toBase58Check(bytes,int256)', words(64, 5), bytes.encode(new Uint8Array(20).fill(255))),
  },
  {
    name: 'toBase58Check: 100 kB',
    input: input('toBase58Check(bytes,int256)', words(64, 5), bytes.encode(new Uint8Array(100_000))),
  },
  {
    name: 'deriveExtendedPublicKey: ten levels',
    input: input('deriveExtendedPublicKey(string,string)', twoTexts(extendedKey, deepPath)),
  },
  {
    name: 'deriveExtendedPublicKey: a path of 100 kB',
    input: input('deriveExtendedPublicKey(string,string)', twoTexts(extendedKey, '1/'.repeat(50_000))),
  },
  {
    name: 'deriveExtendedPublicKey: a path of 1 MB of Arabic zeros',
    input: input('deriveExtendedPublicKey(string,string)', twoTexts(extendedKey, '٠'.repeat(500_000))),
  },
  {
    name: 'deriveExtendedPublicKey: a key of 100 kB',
    input: input('deriveExtendedPublicKey(string,string)', twoTexts('z'.repeat(100_000), '1')),
  },
  {
    name: 'extractPublicKey',
    input: input('extractPublicKeyFromExtendedPublicKey(string)', words(32), string.encode(extendedKey)),
  },
  {
    name: 'extractPublicKey: 100 kB',
    input: input(
      'extractPublicKeyFromExtendedPublicKey(string)',
      words(32),
      string.encode('z'.repeat(100_000)),
    ),
  },
  {
    name: 'getMultisigScriptHash: 15 keys',
    input: input(multisig, words(8, 64), arrayOf(bytes).encode(keys)),
  },
  { name: 'getMultisigScriptHash: 2,000 elements', input: input(multisig, sharedElements(2_000, words(0))) },
  {
    name: 'getMultisigScriptHash: the last of 10,000 elements is malformed',
    input: input(multisig, brokenEnd(10_000)),
  },
  {
    name: 'getMultisigScriptHash: 10,000 elements, 1 gas',
    input: input(multisig, sharedElements(10_000, words(0))),
    availableGas: 1,
  },
  {
    name: 'getMultisigScriptHash: 10,000 different elements, 1 gas',
    input: input(multisig, differentElements(10_000)),
    availableGas: 1,
  },
  {
    name: 'getMultisigScriptHash: 34,000 elements, 1 gas',
    input: input(multisig, sharedElements(34_000, words(0))),
    availableGas: 1,
  },
  {
    name: 'getMultisigScriptHash: 34,000 consecutive elements, 1 gas',
    input: input(multisig, betweenWords(34_000, 1)),
    availableGas: 1,
  },
  {
    name: 'getMultisigScriptHash: 34,000 scattered elements, 1 gas',
    input: input(multisig, betweenWords(34_000, 7_919)),
    availableGas: 1,
  },
  {
    name: 'getMultisigScriptHash: 10,000 elements, 20,000 gas',
    input: input(multisig, sharedElements(10_000, words(0))),
    availableGas: 20_000,
  },
  {
    name: 'getMultisigScriptHash: 2,000 elements, no data',
    input: input(multisig, sharedElements(2_000, emptyBytes)),
  },
].map((task) => ({ ...task, name: `HDWalletUtils.${task.name}`, create: wallet }))

export const nativeTasks: readonly PrecompileTask[] = [
  ...walletTasks,
  ...blockHeaderMethods.map(({ name, selector }) => ({
    name: `BlockHeader.${name}`,
    create: headers,
    input: concatBytes(selector, words(1, 0)),
  })),
  {
    name: 'BlockHeader: 100 kB',
    create: headers,
    input: concatBytes(blockHeaderMethods[0]!.selector, new Uint8Array(100_000).fill(0xff)),
  },
  {
    name: 'Environment.getCallStackDepth',
    create: () => environmentContract(context),
    input: input('getCallStackDepth()'),
  },
  { name: 'REMASC: empty', create: () => remascContract(context), input: emptyBytes },
  {
    name: 'REMASC.getStateForDebugging',
    create: () => remascContract(context),
    input: input('getStateForDebugging()'),
  },
]
