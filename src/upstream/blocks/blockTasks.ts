import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { type Block, decodeBlock, unclesHash } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { decodeReceipt, type Receipt } from '../../protocol/receipts.ts'
import { receiptsRoot, transactionsRoot } from '../../protocol/roots.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import {
  type CallAnswer,
  dataFrom,
  EndpointFault,
  hashFrom,
  type JsonObject,
  listFrom,
  objectFrom,
  quantityFrom,
  splitAnswers,
} from '../answers/fields.ts'
import { headerFrom, matchingHeader, notItsHash } from '../answers/headerFrom.ts'
import { receiptFrom } from '../answers/receiptFrom.ts'
import { transactionFrom } from '../answers/transactionFrom.ts'
import type { FetchTask, MissingValues } from '../fetching/missingValues.ts'
import type { PastBlock } from './pastBlock.ts'

/** A block of the origin by its number or hash. */
export type BlockName = number | Hash

/**
 * Maximum transactions of a block that is read from JSON, where each may be tried in several forms; a larger block is
 * fetched as bytes. The gas limit of blocks allows fewer than 500.
 */
const maximumTransactions = 2_000

export interface BlockTaskParts {
  readonly network: Network
  /** Receives each block, and undefined for an unknown one. May throw an `EndpointFault`. */
  found(name: BlockName, block: PastBlock | undefined): void
}

interface Opened {
  readonly name: BlockName
  readonly hash: Hash
  /**
   * Undefined when the JSON does not hash to the block hash. A development chain shows the root of an edited state, and a bloom
   * without the logs of REMASC; its raw block has the header.
   */
  readonly header: BlockHeader | undefined
  readonly json: JsonObject
  readonly totalDifficulty: bigint
  /** Undefined without the header, and when the JSON does not list all transactions in a form that hashes to the root. */
  readonly transactions: readonly Transaction[] | undefined
  readonly uncleHashes: readonly Hash[]
}

/** Fetches blocks with their transactions and uncles, in two rounds at most. Everything hashes to the block hashes. */
export function blocksTask(names: readonly BlockName[], parts: BlockTaskParts): FetchTask {
  return {
    calls: names.map(blockCall),
    settle(answers) {
      const incomplete: Opened[] = []
      for (const [index, name] of names.entries()) {
        const { result } = answers[index]!
        if (result === null) {
          parts.found(name, undefined)
          continue
        }
        const opened = open(name, objectFrom(result, 'block'), parts.network)
        const { header, transactions, uncleHashes } = opened
        if (header === undefined || transactions === undefined || uncleHashes.length > 0)
          incomplete.push(opened)
        else parts.found(name, withBody(opened, { header, transactions, uncles: [] }))
      }
      return incomplete.length === 0 ? undefined : bodiesTask(incomplete, parts)
    },
  }
}

const blockCall = (name: BlockName): RemoteCall =>
  typeof name === 'number'
    ? { method: 'eth_getBlockByNumber', params: [toQuantity(name), true] }
    : { method: 'eth_getBlockByHash', params: [toHex(name), true] }

function open(name: BlockName, json: JsonObject, network: Network): Opened {
  const header = matchingHeader(json, network)
  const hash = hashFrom(json['hash'], 'block.hash')
  if (header !== undefined) requireNamed(header, name)
  return {
    name,
    hash,
    header,
    json,
    totalDifficulty: quantityFrom(json['totalDifficulty'], 'block.totalDifficulty'),
    transactions: header && transactionsIn(json, header, network),
    uncleHashes: listFrom(json['uncles'], 'block.uncles').map((hash) => hashFrom(hash, 'block.uncles')),
  }
}

function requireNamed(header: BlockHeader, name: BlockName): void {
  const isNamed = typeof name === 'number' ? header.number === name : equalBytes(header.hash, name)
  if (!isNamed) throw new DecodeError('block', 'is not the requested one')
}

function transactionsIn(json: JsonObject, header: BlockHeader, network: Network): Transaction[] | undefined {
  const list = listFrom(json['transactions'], 'block.transactions')
  if (list.length > maximumTransactions) return undefined
  try {
    const transactions = list.map((item, index) => {
      const where = `block.transactions[${index}]`
      return transactionFrom(objectFrom(item, where), header.number, where)
    })
    const root = transactionsRoot(transactions, rulesAt(network, header.number))
    return equalBytes(root, header.transactionsRoot) ? transactions : undefined
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Fetches the missing parts of blocks: the raw block for transactions, otherwise the uncles one by one. */
function bodiesTask(blocks: readonly Opened[], parts: BlockTaskParts): FetchTask {
  const calls = blocks.map(bodyCalls)
  return {
    calls: calls.flat(),
    settle(answers) {
      for (const [index, own] of splitAnswers(answers, calls).entries()) {
        const opened = blocks[index]!
        parts.found(opened.name, complete(opened, own, parts.network))
      }
      return undefined
    },
  }
}

function bodyCalls({ hash: bytes, transactions, uncleHashes }: Opened): RemoteCall[] {
  const hash = toHex(bytes)
  if (transactions === undefined) return [{ method: 'debug_getRawBlock', params: [{ blockHash: hash }] }]
  return uncleHashes.map((_, index) => ({
    method: 'eth_getUncleByBlockHashAndIndex',
    params: [hash, toQuantity(index)],
  }))
}

function complete(opened: Opened, answers: readonly CallAnswer[], network: Network): PastBlock {
  const results = answers.map(({ result }) => result)
  const { name, hash, json, header, transactions } = opened
  if (header === undefined || transactions === undefined) {
    if (header === undefined && answers[0]?.isError !== false) throw notItsHash('block')
    const block = decodeBlock(dataFrom(results[0], 'block'), network)
    if (!equalBytes(block.header.hash, hash)) throw new DecodeError('block', 'is not the requested one')
    requireNamed(block.header, name)
    const { stateRoot, logsBloom } = block.header
    const covered = { ...json, stateRoot: toHex(stateRoot), logsBloom: toHex(logsBloom) }
    if (matchingHeader(covered, network) === undefined) throw notItsHash('block')
    return withBody(opened, block)
  }
  const uncles = results.map((result) => headerFrom(objectFrom(result, 'uncle'), network, 'uncle'))
  return withBody(opened, { header, transactions, uncles })
}

function withBody({ totalDifficulty, json }: Opened, block: Block): PastBlock {
  const { header, uncles } = block
  if (!equalBytes(unclesHash(uncles), header.unclesHash)) {
    throw new DecodeError('block.uncles', 'do not hash to the value in the header')
  }
  const isEdited = !equalBytes(hashFrom(json['stateRoot'], 'block.stateRoot'), header.stateRoot)
  return { block, totalDifficulty, ...(isEdited && { isEdited }) }
}

/** The block with this number. Rejects with an `UpstreamError`, also for a block that the endpoint does not have. */
export async function fetchBlock(
  number: number,
  network: Network,
  missing: MissingValues,
): Promise<PastBlock> {
  const blocks: PastBlock[] = []
  const found = (_: unknown, block: PastBlock | undefined): void => {
    if (block === undefined) throw missingBlock(number)
    blocks.push(block)
  }
  await missing.fetch(blocksTask([number], { network, found }))
  return blocks[0]!
}

export const missingBlock = (number: number): EndpointFault =>
  new EndpointFault('missing-block', `does not have block ${number}`)

type ReceiptsFound = (receipts: readonly Receipt[]) => void

/** Fetches the receipts of a block, which must hash to the root in its header. */
export function receiptsTask(block: Block, network: Network, found: ReceiptsFound): FetchTask {
  const { transactions } = block
  return {
    calls: transactions.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [toHex(hash)] })),
    settle(answers) {
      found(
        provenReceipts(
          block,
          answers.map(({ result }) => result),
          network,
        ),
      )
      return undefined
    },
  }
}

/** The same in one call, if the endpoint has it. */
export function receiptsInOneCall(block: Block, network: Network, found: ReceiptsFound): FetchTask {
  const byTransaction = receiptsTask(block, network, found)
  if (block.transactions.length <= 1) return byTransaction
  return {
    calls: [{ method: 'eth_getBlockReceipts', params: [toHex(block.header.hash)] }],
    settle([answer]) {
      if (answer!.isError) return byTransaction
      const { result } = answer!
      if (result === null) throw missingBlock(block.header.number)
      const list = listFrom(result, 'receipts')
      if (list.length < block.transactions.length) return hiddenReceiptsTask(block, network, found)
      found(provenReceipts(block, list, network))
      return undefined
    },
  }
}

/**
 * A development chain does not show the receipt of the payment to the miners, but encodes it with the others. Only this answer
 * counts, because another endpoint than the one with the short list may give it.
 */
const hiddenReceiptsTask = (block: Block, network: Network, found: ReceiptsFound): FetchTask => ({
  calls: [{ method: 'debug_getRawReceipts', params: [toHex(block.header.hash)] }],
  settle([answer]) {
    const encoded = listFrom(answer!.result, 'receipts')
    if (encoded.length !== block.transactions.length) throw new DecodeError('receipts', 'have another number')
    const receipts = block.transactions.map(({ prefix }, index) =>
      decodeReceipt(dataFrom(encoded[index], 'receipts').subarray(prefix.length), 'receipts'),
    )
    requireRoot(receipts, block, network)
    found(receipts)
    return undefined
  },
})

function provenReceipts(block: Block, list: readonly unknown[], network: Network): Receipt[] {
  const { header, transactions } = block
  if (list.length !== transactions.length) throw new DecodeError('receipts', 'have another number')
  const receipts = list.map((item, index) => {
    const where = `receipts[${index}]`
    // The endpoint is behind, or on another branch.
    if (item === null) throw missingBlock(header.number)
    return receiptFrom(objectFrom(item, where), transactions[index]!.hash, where)
  })
  requireRoot(receipts, block, network)
  return receipts
}

function requireRoot(receipts: readonly Receipt[], { header, transactions }: Block, network: Network): void {
  const root = receiptsRoot(receipts, transactions, rulesAt(network, header.number))
  if (equalBytes(root, header.receiptsRoot)) return
  throw new DecodeError('receipts', 'do not hash to the root in the header')
}
