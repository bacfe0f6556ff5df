import { emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { signedBytes, unsignedBytes } from '../../primitives/integers.ts'
import { bloomBytes } from '../../protocol/bloom.ts'
import { minimumDifficulty } from '../../protocol/difficulty.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import type { BlockHeader, HeaderFields } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { proofOfWorkRejection } from '../../protocol/validation/headerRules.ts'
import {
  boundedFrom,
  EndpointFault,
  fixedFrom,
  hashFrom,
  type JsonObject,
  listFrom,
  numberFrom,
  quantityFrom,
} from './fields.ts'

/** Maximum uncles of a block. */
const maximumUncles = 10
/**
 * Maximum bytes of the fields without a fixed length, which bound the time to try the forms of a header. The genesis block
 * of mainnet has 73 bytes of extra data, and before RSKIP98 transactions may follow the Bitcoin header; rules bound the
 * merkle proof from RSKIP180 on, and the coinbase.
 */
const maximumLengths = { extraData: 128, baseEvent: 1_024, mergedMining: 128 << 10, edges: 4_096 } as const

/**
 * The header in the JSON of a block. It must hash to the block hash, which proves all values except, from RSKIP92 on, the
 * merkle proof and the coinbase.
 */
export function headerFrom(json: JsonObject, network: Network, where = 'block'): BlockHeader {
  const found = matchingHeader(json, network, where)
  if (found === undefined) throw notItsHash(where)
  return found
}

export const notItsHash = (where: string): DecodeError => new DecodeError(where, 'does not match its hash')

/** The same; undefined if it does not hash to the block hash. */
export function matchingHeader(json: JsonObject, network: Network, where = 'block'): BlockHeader | undefined {
  const expected = hashFrom(json['hash'], `${where}.hash`)
  return candidates(json, network, where)
    .map((fields) => sealHeader(fields, network))
    .find(({ hash }) => equalBytes(hash, expected))
}

/** The JSON does not show how the header encodes the gas limit. */
function candidates(json: JsonObject, network: Network, where: string): HeaderFields[] {
  const fields = fieldsFrom(json, network, where)
  const gasLimit = quantityFrom(json['gasLimit'], `${where}.gasLimit`)
  const gasLimits = [
    signedBytes(gasLimit),
    unsignedBytes(gasLimit),
    fixedFrom(wordHex(gasLimit, 4), 4, where),
  ]
  const forms = gasLimits.map((form) => ({ ...fields, gasLimit: form }))
  // Nodes do not list the uncles of an uncle.
  const uncleCounts =
    fields.uncleCount === 0
      ? Array.from({ length: maximumUncles + 1 }, (_, count) => count)
      : [fields.uncleCount]
  return uncleCounts.flatMap((uncleCount) => forms.map((form) => ({ ...form, uncleCount })))
}

const wordHex = (value: bigint, bytes: number): string =>
  `0x${BigInt.asUintN(8 * bytes, value)
    .toString(16)
    .padStart(2 * bytes, '0')}`

function fieldsFrom(json: JsonObject, network: Network, where: string): HeaderFields {
  const at = (name: string): string => `${where}.${name}`
  const number = numberFrom(json['number'], at('number'))
  const rules = rulesAt(network, number)
  const isGenesis = number === 0
  const hasExtension = rules.rskip351 && !isGenesis
  const difficulty = quantityFrom(json['difficulty'], at('difficulty'))
  const coinbase = boundedFrom(json['miner'], 20, at('miner'))
  if (coinbase.length !== 20 && coinbase.length !== 0) throw new DecodeError(at('miner'), 'is not an address')
  return {
    version: hasExtension ? (rules.rskip535 ? 2 : 1) : 0,
    parentHash: hashFrom(json['parentHash'], at('parentHash')),
    unclesHash: hashFrom(json['sha3Uncles'], at('sha3Uncles')),
    coinbase,
    stateRoot: hashFrom(json['stateRoot'], at('stateRoot')),
    transactionsRoot: hashFrom(json['transactionsRoot'], at('transactionsRoot')),
    receiptsRoot: hashFrom(json['receiptsRoot'], at('receiptsRoot')),
    logsBloom: fixedFrom(json['logsBloom'], bloomBytes, at('logsBloom')),
    difficulty,
    rawDifficulty: isGenesis ? network.genesis.difficulty : null,
    number,
    gasLimit: emptyBytes,
    gasUsed: numberFrom(json['gasUsed'], at('gasUsed')),
    timestamp: numberFrom(json['timestamp'], at('timestamp')),
    extraData: boundedFrom(json['extraData'], maximumLengths.extraData, at('extraData')),
    paidFees: quantityFrom(json['paidFees'], at('paidFees')),
    minimumGasPrice: isAbsent(json['minimumGasPrice'])
      ? null
      : quantityFrom(json['minimumGasPrice'], at('minimumGasPrice')),
    uncleCount: uncleCountFrom(json['uncles'], at('uncles')),
    ummRoot: rules.umm && !isGenesis ? emptyBytes : null,
    edges: hasExtension && rules.rskip144 ? edgesFrom(json['rskPteEdges'], at('rskPteEdges')) : null,
    baseEvent: hasExtension && rules.rskip535 ? eventFrom(json['baseEvent'], at('baseEvent')) : null,
    mergedMining: mergedMiningFrom(json, where),
  }
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined

function uncleCountFrom(value: unknown, where: string): number {
  const { length } = listFrom(value, where)
  if (length > maximumUncles) throw new DecodeError(where, `has more than ${maximumUncles} entries`)
  return length
}

function edgesFrom(value: unknown, where: string): number[] {
  if (isAbsent(value)) return []
  const edges = listFrom(value, where)
  if (edges.length > maximumLengths.edges)
    throw new DecodeError(where, `has more than ${maximumLengths.edges} entries`)
  return edges.map((edge) => {
    if (typeof edge !== 'number' || !Number.isInteger(edge) || edge < 0) {
      throw new DecodeError(where, 'holds something other than positions')
    }
    return edge
  })
}

const eventFrom = (value: unknown, where: string): Uint8Array =>
  isAbsent(value) ? emptyBytes : boundedFrom(value, maximumLengths.baseEvent, where)

function mergedMiningFrom(json: JsonObject, where: string): HeaderFields['mergedMining'] {
  const part = (name: string): Uint8Array =>
    isAbsent(json[name])
      ? emptyBytes
      : boundedFrom(json[name], maximumLengths.mergedMining, `${where}.${name}`)
  const header = part('bitcoinMergedMiningHeader')
  const merkleProof = part('bitcoinMergedMiningMerkleProof')
  const coinbase = part('bitcoinMergedMiningCoinbaseTransaction')
  return header.length + merkleProof.length + coinbase.length === 0 ? null : { header, merkleProof, coinbase }
}

/**
 * Requires a proof of work of at least the network's minimum difficulty, so that forging a header costs as much as mining
 * one. The parents are not needed. Throws an `EndpointFault`.
 */
export function requireWork(header: BlockHeader, network: Network): void {
  const { number, difficulty } = header
  if (number === 0) return
  const minimum = minimumDifficulty(network, number)
  const fault =
    difficulty < minimum
      ? `the difficulty ${difficulty} is less than ${minimum}`
      : proofOfWorkRejection(header, network)?.detail
  if (fault === undefined) return
  throw new EndpointFault('unproven', `gives block ${number} without its proof of work (${fault})`)
}
