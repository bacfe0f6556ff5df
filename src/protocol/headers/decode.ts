import { bitcoinHeaderLength } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { emptyTrieRoot } from '../../crypto/keccak256.ts'
import { asHash, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toSignedBigInt } from '../../primitives/integers.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { bloomBytes } from '../bloom.ts'
import type { Network } from '../networks/network.ts'
import { type Rules, rulesAt } from '../networks/rules.ts'
import { decodeEdges } from './encode.ts'
import { sealHeader } from './hashes.ts'
import type { BlockHeader, HeaderFields, MergedMiningFields } from './header.ts'

const maximumUncleCount = 0x7fffffff

/** Below this height testnet has version 2 headers that lack the base event. */
const testnetBaseEventComplete = 7_800_000

/** A header from its full encoding. */
export function decodeHeader(bytes: Uint8Array, network: Network, where = 'header'): BlockHeader {
  return readHeader(RlpReader.list(bytes, where), network)
}

export function readHeader(reader: RlpReader, network: Network): BlockHeader {
  return sealHeader(readHeaderFields(reader, network), network)
}

/** The fields of a header whose hash is not that of its full encoding. */
export function readHeaderFields(reader: RlpReader, network: Network): HeaderFields {
  const core = readCore(reader)
  const rules = rulesAt(network, core.number)
  const optional =
    core.number === 0
      ? genesisFields(core.difficultyBytes)
      : readOptional(reader, network, rules, core.number)
  const mergedMining = readMergedMining(reader, rules, core.number)
  reader.end()
  return {
    version: optional.version,
    parentHash: core.parentHash,
    unclesHash: core.unclesHash,
    coinbase: core.coinbase,
    stateRoot: core.stateRoot,
    transactionsRoot: core.transactionsRoot,
    receiptsRoot: core.receiptsRoot,
    logsBloom: core.logsBloom,
    difficulty: core.difficulty,
    rawDifficulty: optional.rawDifficulty,
    number: core.number,
    gasLimit: core.gasLimit,
    gasUsed: core.gasUsed,
    timestamp: core.timestamp,
    extraData: core.extraData,
    paidFees: core.paidFees,
    minimumGasPrice: core.minimumGasPrice,
    uncleCount: core.uncleCount,
    ummRoot: optional.ummRoot,
    edges: optional.edges,
    baseEvent: optional.baseEvent,
    mergedMining,
  }
}

function readCore(reader: RlpReader) {
  const parentHash = asHash(reader.fixed('parentHash', 32))
  const unclesHash = asHash(reader.fixed('unclesHash', 32))
  const coinbase = reader.fixedOrEmpty('coinbase', 20)
  const stateRoot = readRoot(reader, 'stateRoot')
  const transactionsRoot = readRoot(reader, 'transactionsRoot')
  const receiptsRoot = readRoot(reader, 'receiptsRoot')
  const logsBloom = reader.fixed('logsBloom', bloomBytes)
  const difficultyBytes = reader.integerBytes('difficulty')
  const difficulty = toSignedBigInt(difficultyBytes)
  if (difficulty < 0n) throw new DecodeError(reader.path('difficulty'), 'is negative')
  return {
    parentHash,
    unclesHash,
    coinbase,
    stateRoot,
    transactionsRoot,
    receiptsRoot,
    logsBloom,
    difficultyBytes,
    difficulty,
    number: reader.number('number'),
    gasLimit: reader.integerBytes('gasLimit'),
    gasUsed: reader.number('gasUsed'),
    timestamp: reader.number('timestamp'),
    extraData: reader.bytes('extraData'),
    paidFees: reader.unsigned('paidFees'),
    minimumGasPrice: reader.signedOrNull('minimumGasPrice'),
    uncleCount: reader.number('uncleCount', maximumUncleCount),
  }
}

/** An empty string is read as the root of an empty trie. */
function readRoot(reader: RlpReader, name: string): Hash {
  const bytes = reader.fixedOrEmpty(name, 32)
  return bytes.length === 0 ? emptyTrieRoot : asHash(bytes)
}

type OptionalFields = Pick<HeaderFields, 'version' | 'rawDifficulty' | 'ummRoot' | 'edges' | 'baseEvent'>

const genesisFields = (difficultyBytes: Uint8Array): OptionalFields => ({
  version: 0,
  rawDifficulty: difficultyBytes,
  ummRoot: null,
  edges: null,
  baseEvent: null,
})

function readOptional(reader: RlpReader, network: Network, rules: Rules, number: number): OptionalFields {
  const ummRoot = rules.umm ? reader.fixedOrEmpty('ummRoot', 20) : null
  if (!rules.rskip351) return { version: 0, rawDifficulty: null, ummRoot, edges: null, baseEvent: null }
  const version = rules.rskip535 ? 2 : 1
  // The height determines the version; the field must only be present.
  if (reader.bytes('version').length === 0) throw new DecodeError(reader.path('version'), 'is empty')
  const edges = rules.rskip144 ? decodeEdges(reader.bytes('edges')) : null
  const baseEvent = rules.rskip535 ? readBaseEvent(reader, network, number) : null
  return { version, rawDifficulty: null, ummRoot, edges, baseEvent }
}

function readBaseEvent(reader: RlpReader, network: Network, number: number): Uint8Array {
  if (network.name === 'testnet' && number < testnetBaseEventComplete) {
    const left = reader.remaining()
    if (left === 0 || left === 3) return emptyBytes
  }
  return reader.bytes('baseEvent')
}

function readMergedMining(reader: RlpReader, rules: Rules, number: number): MergedMiningFields | null {
  if (reader.done) return null
  const header = reader.bytes('bitcoinMergedMiningHeader')
  const merkleProof = reader.bytes('bitcoinMergedMiningMerkleProof')
  const coinbase = reader.bytes('bitcoinMergedMiningCoinbaseTransaction')
  if (number > 0 && rules.rskip98 && header.length !== bitcoinHeaderLength) {
    throw new DecodeError(
      reader.path('bitcoinMergedMiningHeader'),
      `has ${header.length} bytes instead of ${bitcoinHeaderLength}`,
    )
  }
  if (header.length + merkleProof.length + coinbase.length === 0) return null
  return { header, merkleProof, coinbase }
}
