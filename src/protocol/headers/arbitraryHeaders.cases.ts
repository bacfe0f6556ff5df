import fc from 'fast-check'
import { asHash, emptyBytes } from '../../primitives/bytes.ts'
import { mainnet, regtest, testnet } from '../networks/definitions.ts'
import type { Network } from '../networks/network.ts'
import { type Rules, rulesAt } from '../networks/rules.ts'
import { words } from '../transactions/arbitraryTransactions.cases.ts'
import { sealHeader } from './hashes.ts'
import type { BlockHeader, HeaderFields, MergedMiningFields } from './header.ts'

/** One height for each form of headers. */
export const headerForms: readonly { form: string; network: Network; number: number }[] = [
  { form: 'version 0 of the first blocks', network: mainnet, number: 100 },
  { form: 'version 0 hashed without proof (RSKIP92)', network: mainnet, number: 729_024 },
  { form: 'version 0 with ummRoot', network: mainnet, number: 9_257_552 },
  { form: 'version 1', network: testnet, number: 7_200_000 },
  { form: 'version 2', network: testnet, number: 7_900_000 },
  { form: 'version 2 of the local chain', network: regtest, number: 1 },
  { form: 'genesis', network: regtest, number: 0 },
]

const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(asHash)
const bytes = (minLength: number, maxLength = minLength): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength, maxLength, size: 'max' })
const addressOrEmpty = fc.oneof(bytes(20), fc.constant(emptyBytes))

export function arbitraryHeader(network: Network, number: number): fc.Arbitrary<BlockHeader> {
  const rules = rulesAt(network, number)
  return fc
    .record({ core: coreFields(number), optional: optionalFields(rules, number) })
    .map(({ core, optional }) => sealHeader({ ...core, ...optional }, network))
}

type OptionalFields = Pick<HeaderFields, 'version' | 'ummRoot' | 'edges' | 'baseEvent' | 'mergedMining'>

function coreFields(number: number): fc.Arbitrary<Omit<HeaderFields, keyof OptionalFields>> {
  return fc
    .record({
      parentHash: hashes,
      unclesHash: hashes,
      coinbase: addressOrEmpty,
      stateRoot: hashes,
      transactionsRoot: hashes,
      receiptsRoot: hashes,
      logsBloom: bytes(256),
      difficulty: words,
      number: fc.constant(number),
      gasLimit: bytes(0, 8),
      gasUsed: fc.maxSafeNat(),
      timestamp: fc.maxSafeNat(),
      extraData: bytes(0, 40),
      paidFees: words,
      minimumGasPrice: fc.option(fc.oneof(words, fc.bigInt({ min: -1000n, max: -1n }))),
      uncleCount: fc.nat(0x7fffffff),
    })
    .map((fields) => ({ ...fields, ...(number === 0 ? zeroPadded : unpadded)(fields.difficulty) }))
}

const unpadded = (difficulty: bigint) => ({ difficulty, rawDifficulty: null })

/** The difficulty of a genesis block keeps its leading zeros. */
const zeroPadded = (difficulty: bigint) => ({
  difficulty: difficulty % 2n ** 32n,
  rawDifficulty: Uint8Array.of(
    0,
    ...new Uint8Array(Buffer.from((difficulty % 2n ** 32n).toString(16).padStart(8, '0'), 'hex')),
  ),
})

function optionalFields(rules: Rules, number: number): fc.Arbitrary<OptionalFields> {
  const hasExtension = rules.rskip351 && number > 0
  const present = <T>(condition: boolean, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    condition ? value : fc.constant(null)
  return fc.record({
    version: fc.constant<0 | 1 | 2>(hasExtension ? (rules.rskip535 ? 2 : 1) : 0),
    ummRoot: present(rules.umm && number > 0, addressOrEmpty),
    edges: present(
      hasExtension && rules.rskip144,
      fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 4 }),
    ),
    baseEvent: present(hasExtension && rules.rskip535, bytes(0, 128)),
    mergedMining: fc.option(mergedMiningFields(rules.rskip98 && number > 0)),
  })
}

/** The header is never empty: with three empty fields a header has no merged-mining fields. */
function mergedMiningFields(withBitcoinHeader: boolean): fc.Arbitrary<MergedMiningFields> {
  return fc.record({
    header: withBitcoinHeader ? bytes(80) : bytes(1, 90),
    merkleProof: bytes(0, 70),
    coinbase: bytes(0, 150),
  })
}
