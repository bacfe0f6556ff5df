import { BitcoinHeader } from '../../src/bitcoin/blocks/bitcoinHeader.ts'
import { doubleSha256 } from '../../src/crypto/sha256.ts'
import { verifyExecution } from '../../src/execution/block/verifyExecution.ts'
import { emptyState, headerAt } from '../../src/native/nativeWorld.cases.ts'
import { concatBytes, emptyBytes, equalBytes } from '../../src/primitives/bytes.ts'
import { DecodeError } from '../../src/primitives/errors.ts'
import { nextDifficulty } from '../../src/protocol/difficulty.ts'
import { decodeHeader } from '../../src/protocol/headers/decode.ts'
import { encodeHeader } from '../../src/protocol/headers/encode.ts'
import {
  baseMergedMiningHash,
  headerHash,
  mergedMiningTag,
  withForkDetectionData,
} from '../../src/protocol/headers/hashes.ts'
import type { HeaderFields, MergedMiningFields } from '../../src/protocol/headers/header.ts'
import { headerFields } from '../../src/protocol/headers/headerFields.cases.ts'
import { compressCoinbase } from '../../src/protocol/mergedMining/compressedCoinbase.ts'
import { foldMerkleProof } from '../../src/protocol/mergedMining/merkleProof.ts'
import {
  mineBitcoinHeader,
  mineHash,
  poolCoinbase,
} from '../../src/protocol/mergedMining/mineHeader.cases.ts'
import { proofOfWorkFault } from '../../src/protocol/mergedMining/proofOfWork.ts'
import { mainnet, testnet } from '../../src/protocol/networks/definitions.ts'
import type { Network } from '../../src/protocol/networks/network.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { transactionsRoot } from '../../src/protocol/roots.ts'
import { remascTransaction } from '../../src/protocol/transactions/remasc.ts'
import { transactionsRootRejection } from '../../src/protocol/validation/bodyRules.ts'
import { forkDetectionRejection, timestampRejection } from '../../src/protocol/validation/headerRules.ts'
import { type Gate, gate, type Moment } from './gate.ts'

/* Rules of headers: their fields and hash, the proof of work, difficulty and timestamps. */

/** The fields of a header of the first version; rows add those of later ones. */
const plain = (height: number, changes: Partial<HeaderFields> = {}): HeaderFields => ({
  ...headerFields(mainnet, 1),
  number: height,
  ...changes,
})

function decodes({ network, height }: Moment, changes: Partial<HeaderFields>): boolean {
  try {
    decodeHeader(encodeHeader(plain(height, changes)), network)
    return true
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}

/** A header with these fields, and no others, decodes from the rule on. */
const fields = (rule: Gate['rule'], network: Network, shows: string, changes: Partial<HeaderFields>): Gate =>
  gate({ rule, network, shows, before: false, at: true, probe: (moment) => decodes(moment, changes) })

const ummRoot = emptyBytes
const parallel = { ummRoot, version: 1, edges: [1] } as const

const fieldGates: readonly Gate[] = [
  fields('umm', mainnet, 'the field ummRoot exists', { ummRoot }),
  fields('rskip144', testnet, 'the edges of transaction lists exist', parallel),
  fields('rskip351', testnet, 'the version exists', parallel),
  fields('rskip535', testnet, 'the base event exists', {
    ...parallel,
    version: 2,
    baseEvent: Uint8Array.of(1),
  }),
]

const mined: MergedMiningFields = {
  header: new Uint8Array(80),
  merkleProof: emptyBytes,
  coinbase: Uint8Array.of(1),
}

/** Whether a header keeps its hash when the coinbase in its proof changes. */
function ignoresCoinbase({ network, height }: Moment): boolean {
  const hashes = [mined, { ...mined, coinbase: Uint8Array.of(2) }].map((mergedMining) =>
    headerHash(plain(height, { mergedMining }), network),
  )
  return equalBytes(hashes[0]!, hashes[1]!)
}

const easy = { difficulty: 1n }

/** The fault in the proof of work of a header of low difficulty. */
function faultOf({ network, height }: Moment, mine: (header: HeaderFields) => MergedMiningFields) {
  const header = plain(height, easy)
  return proofOfWorkFault({ ...header, mergedMining: mine(header) }, network) ?? 'valid'
}

/** A proof by 31 siblings, one more than a Bitcoin block can need. */
function deepProof(header: HeaderFields): MergedMiningFields {
  const coinbase = poolCoinbase(concatBytes(mergedMiningTag, baseMergedMiningHash(header)))
  const merkleProof = new Uint8Array(31 * 32).fill(5)
  const root = foldMerkleProof(doubleSha256(coinbase), merkleProof)!
  return { header: mineBitcoinHeader(root, 1n, 0), merkleProof, coinbase: compressCoinbase(coinbase)! }
}

const proofGates: readonly Gate[] = [
  gate({
    rule: 'rskip92',
    network: mainnet,
    shows: 'the block hash leaves out the merkle proof and the coinbase',
    before: false,
    at: true,
    probe: ignoresCoinbase,
  }),
  gate({
    rule: 'rskip92',
    network: mainnet,
    shows: 'the merkle proof is a flat list',
    before: 'the partial merkle tree does not prove the coinbase',
    at: 'valid',
    probe: (moment) => faultOf(moment, (header) => mineHash(baseMergedMiningHash(header), 1n)),
  }),
  gate({
    rule: 'rskip98',
    network: mainnet,
    shows: 'a block cannot be mined by signature',
    before: 'the fallback signature is not the keyholder’s',
    at: 'the Bitcoin header does not have 80 bytes',
    probe: (moment) =>
      faultOf(moment, () => ({ ...mined, header: Uint8Array.of(0xc0), coinbase: emptyBytes })),
  }),
  gate({
    rule: 'rskip98',
    network: mainnet,
    shows: 'a Bitcoin header with 81 bytes does not decode',
    before: true,
    at: false,
    probe: (moment) => decodes(moment, { mergedMining: { ...mined, header: new Uint8Array(81) } }),
  }),
  gate({
    rule: 'rskip110',
    network: mainnet,
    shows: 'a header without fork-detection data is rejected',
    before: undefined,
    at: 'fork-detection-data',
    probe: ({ network, height }: Moment): string | undefined => {
      const parent = headerAt(height - 1, {}, network)
      const header = plain(height, { mergedMining: mined })
      return forkDetectionRejection(header, parent, network, () => parent)?.reason
    },
  }),
  gate({
    rule: 'rskip110',
    network: mainnet,
    shows: 'the hash for merged mining holds fork-detection data',
    before: 'the coinbase does not name the block',
    at: 'valid',
    probe: (moment) =>
      faultOf(moment, (header) =>
        mineHash(withForkDetectionData(baseMergedMiningHash(header), new Uint8Array(12).fill(7)), 1n),
      ),
  }),
  gate({
    rule: 'rskip180',
    network: mainnet,
    shows: 'a merkle proof of 992 bytes is too long',
    before: 'valid',
    at: 'the merkle proof is too long',
    probe: (moment) => faultOf(moment, deepProof),
  }),
]

const rootGates: readonly Gate[] = [
  gate({
    rule: 'rskip126',
    network: mainnet,
    shows: 'the root of the transactions is that of the unified trie',
    before: 'transactions-root',
    at: undefined,
    probe: ({ height, rules }: Moment): string | undefined => {
      const transactions = [remascTransaction(height)]
      const root = transactionsRoot(transactions, rulesAt(testnet, 1))
      const header = headerAt(height, { transactionsRoot: root }, mainnet)
      return transactionsRootRejection({ header, transactions, uncles: [] }, rules)?.reason
    },
  }),
  gate({
    rule: 'rskip126',
    network: mainnet,
    shows: 'a wrong state root is rejected',
    before: undefined,
    at: 'state-root',
    probe: ({ height, rules }: Moment): string | undefined => {
      const header = headerAt(height, {}, mainnet)
      const state = emptyState()
      state.addBalance(header.coinbase, 1n)
      const nothing = { receipts: [], gasUsed: 0, paidFees: 0n, logsBloom: header.logsBloom }
      const result = { ...nothing, stateRoot: state.commit().hash() }
      return verifyExecution({ header, transactions: [], uncles: [] }, result, rules)?.reason
    },
  }),
]

/** The difficulty after a parent of difficulty `parent`. */
const difficultyGate = (
  rule: Gate['rule'],
  network: Network,
  shows: string,
  elapsed: number,
  [parent, before, at]: readonly [bigint, bigint, bigint],
): Gate =>
  gate({
    rule,
    network,
    shows,
    before,
    at,
    probe: (moment) =>
      nextDifficulty(moment.network, { number: moment.height, uncleCount: 0 }, elapsed, parent),
  })

const difficultyGates: readonly Gate[] = [
  difficultyGate('rskip97', mainnet, 'the difficulty keeps its pace after a pause of ten minutes', 600, [
    10n ** 18n,
    7n * 10n ** 15n,
    98n * 10n ** 16n,
  ]),
  difficultyGate('rskip156', mainnet, 'the difficulty moves by 1/400 instead of 1/50', 1, [
    10n ** 18n,
    102n * 10n ** 16n,
    10_025n * 10n ** 14n,
  ]),
  difficultyGate('rskip290', testnet, 'the difficulty has a higher minimum', 600, [
    10n ** 18n,
    131_072n,
    550_000_000n,
  ]),
]

/** The timestamp of the block is this many seconds after that of its Bitcoin header. */
const distant = (rule: Gate['rule'], network: Network, seconds: number, before?: string, at?: string): Gate =>
  gate({
    rule,
    network,
    shows: `${seconds} seconds between the timestamps are ${at === undefined ? 'accepted' : 'too much'}`,
    before,
    at,
    probe: (moment): string | undefined => {
      const header = mineBitcoinHeader(new Uint8Array(32), 1n, 1_600_000_000)
      const timestamp = new BitcoinHeader(header).time + seconds
      const block = plain(moment.height, { timestamp, mergedMining: { ...mined, header } })
      return timestampRejection(block, moment.network, timestamp)?.reason
    },
  })

export const headerGates: readonly Gate[] = [
  ...fieldGates,
  ...proofGates,
  ...rootGates,
  ...difficultyGates,
  distant('rskip179', mainnet, 300, undefined, 'bitcoin-timestamp'),
  distant('rskip297', testnet, 7_199, 'bitcoin-timestamp', undefined),
]
