import type { TransactionOptions } from '../../src/execution/executionWorld.cases.ts'
import { selectorOf } from '../../src/native/abi/method.ts'
import { bytes, string } from '../../src/native/abi/types.ts'
import { type Address, concatBytes, equalBytes } from '../../src/primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../src/primitives/hex.ts'
import { signedBytes, wordBytes } from '../../src/primitives/integers.ts'
import {
  blockHeaderAddress,
  environmentAddress,
  hdWalletUtilsAddress,
  secp256k1AdditionAddress,
  secp256k1MultiplicationAddress,
  standardPrecompileAddress,
} from '../../src/protocol/addresses.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'
import { precompileAccountsOf } from '../../src/protocol/precompileAccounts.ts'
import { executeAt, parentCoinbase } from './executionAt.ts'
import { type Gate, gate } from './gate.ts'

/* Rules that bring precompiled contracts or methods of theirs. */

const network = mainnet

/** A transaction to a contract that the rule brings; before, it is a transfer without output. */
const answer = (
  rule: Gate['rule'],
  shows: string,
  transaction: TransactionOptions,
  output: Uint8Array,
): Gate =>
  gate({
    rule,
    network,
    shows,
    before: '',
    at: toHexDigits(output),
    probe: (moment) => toHexDigits(executeAt(moment, transaction).output),
  })

const dynamicOutput = (encoded: Uint8Array): Uint8Array => concatBytes(wordBytes(32n), encoded)

const toBase58Check = concatBytes(
  selectorOf('toBase58Check(bytes,int256)'),
  wordBytes(64n),
  wordBytes(0n),
  bytes.encode(new Uint8Array(20)),
)

/** A method of the BlockHeader contract, asked for the parent of the executing block. */
const ofParent = (signature: string): TransactionOptions => ({
  to: blockHeaderAddress,
  data: concatBytes(selectorOf(signature), wordBytes(0n)),
})

/** The state of blake2f after zero rounds from a zero state is the initialisation vector, folded. */
const blake2fOfZeros = fromHex(
  '08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5' +
    'd182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b',
)

const answers: readonly Gate[] = [
  answer(
    'rskip106',
    'HDWalletUtils answers',
    { to: hdWalletUtilsAddress, data: toBase58Check },
    dynamicOutput(string.encode('1111111111111111111114oLvT2')),
  ),
  answer(
    'rskip119',
    'BlockHeader answers',
    ofParent('getCoinbaseAddress(int256)'),
    dynamicOutput(bytes.encode(fromHex(parentCoinbase))),
  ),
  answer('rskip137', 'bn128 points are added', { to: standardPrecompileAddress(6) }, new Uint8Array(64)),
  answer(
    'rskip153',
    'blake2f hashes',
    { to: standardPrecompileAddress(9), data: new Uint8Array(213) },
    blake2fOfZeros,
  ),
  answer(
    'rskip203',
    'Environment answers',
    { to: environmentAddress, data: selectorOf('getCallStackDepth()') },
    wordBytes(1n),
  ),
  answer('rskip516', 'secp256k1 points are added', { to: secp256k1AdditionAddress }, new Uint8Array(64)),
  answer(
    'rskip536',
    'BlockHeader answers the difficulty with uncles',
    ofParent('getDifficultyWithUncles(int256)'),
    dynamicOutput(bytes.encode(signedBytes(mainnet.minimumDifficulty))),
  ),
]

/** The block that starts the rule prepares the account of the precompile. */
const account = (rule: Gate['rule'], address: Address): Gate =>
  gate({
    rule,
    network,
    shows: `its first block creates the account ${toHexDigits(address).replace(/^0+/, '0x')}`,
    before: false,
    at: true,
    probe: ({ network: scheduled, height }) =>
      precompileAccountsOf(scheduled, height).some((one) => equalBytes(one.address, address)),
  })

export const precompileGates: readonly Gate[] = [
  ...answers,
  account('rskip106', hdWalletUtilsAddress),
  account('rskip119', blockHeaderAddress),
  account('rskip126', standardPrecompileAddress(1)),
  account('rskip137', standardPrecompileAddress(8)),
  account('rskip153', standardPrecompileAddress(9)),
  account('rskip203', environmentAddress),
  account('rskip516', secp256k1MultiplicationAddress),
]
