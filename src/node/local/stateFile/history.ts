import type { AdoptedBlock } from '../../../chain/adoptHistory.ts'
import type { Chain } from '../../../chain/chain.ts'
import { encodeBody, StoredBody } from '../../../chain/storage/storedBody.ts'
import { creationLength, decodeCreations, encodeCreations } from '../../../chain/traces/creations.ts'
import type { ContractCreation } from '../../../execution/host/evmHost.ts'
import { concatBytes, equalBytes } from '../../../primitives/bytes.ts'
import { DecodeError } from '../../../primitives/errors.ts'
import { fromHex, toHex } from '../../../primitives/hex.ts'
import { addressKey, keyBytes } from '../../../primitives/mapKeys.ts'
import type { Block } from '../../../protocol/block.ts'
import { decodeHeader } from '../../../protocol/headers/decode.ts'
import { encodeHeader } from '../../../protocol/headers/encode.ts'
import type { Network } from '../../../protocol/networks/network.ts'
import { rulesAt } from '../../../protocol/networks/rules.ts'
import { decodeReceipt, encodeReceipt } from '../../../protocol/receipts.ts'
import { receiptsRoot } from '../../../protocol/roots.ts'
import { transactionsRootRejection, unclesHashRejection } from '../../../protocol/validation/bodyRules.ts'
import { StateFileError } from './stateDump.ts'

/** A longer chain is dumped without its blocks: with them, the text would have more than about 100 MB. */
const maximumBlocks = 20_000
const addressLength = 20

/** A block in hex: header, body, receipts. */
type PastBlockText = readonly [header: string, body: string, receipts: readonly string[]]

/** The blocks from the genesis block to the head; undefined for a fork, and for a chain that is too long. */
export function takeHistory(chain: Chain): AdoptedBlock[] | undefined {
  const { number } = chain.head
  if (chain.firstNumber > 0 || chain.start !== undefined || number >= maximumBlocks) return undefined
  return Array.from({ length: number + 1 }, (_, height) => {
    const block = chain.select(height)!
    const participants = chain.participantsIn(height)
    return { block, receipts: block.receipts, participants, creations: chain.creationsIn(height) }
  })
}

export const pastBlockText = ({ block, receipts }: AdoptedBlock): PastBlockText => [
  toHex(encodeHeader(block.header)),
  toHex(encodeBody(block)),
  receipts.map((receipt) => toHex(encodeReceipt(receipt))),
]

/** The accounts in the calls of a block: their addresses, one after the other. */
export const participantsText = ({ participants }: AdoptedBlock): string =>
  toHex(concatBytes(...[...participants].map(keyBytes)))

/** The contracts that a block created. */
export const creationsText = ({ creations }: AdoptedBlock): string => toHex(encodeCreations(creations))

const readParticipants = (addresses: Uint8Array): ReadonlySet<string> =>
  new Set(
    Array.from({ length: addresses.length / addressLength }, (_, index) =>
      addressKey(addresses.subarray(index * addressLength, (index + 1) * addressLength)),
    ),
  )

/** One text for each block, with whole parts of `length` bytes. */
function partsOfBlocks(texts: unknown, count: number, what: string, length: number): readonly Uint8Array[] {
  if (!Array.isArray(texts) || texts.length !== count) {
    throw new StateFileError(`does not have the ${what} of each block`)
  }
  return texts.map((text: unknown, number) => {
    const bytes = typeof text === 'string' ? hexBytes(text) : undefined
    if (bytes === undefined || bytes.length % length !== 0) throw damaged(what, number)
    return bytes
  })
}

const damaged = (what: string, number: number): StateFileError =>
  new StateFileError(`has damaged ${what} of block ${number}`)

function hexBytes(text: string): Uint8Array | undefined {
  try {
    return fromHex(text)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return undefined
  }
}

/** The members of a state file with the blocks of its chain. */
interface HistoryTexts {
  readonly blocks?: unknown
  readonly participants?: unknown
  readonly creations?: unknown
}

/** Reads the blocks up to the head and compares them with their headers and with each other. Throws `StateFileError`. */
export function readHistory(file: HistoryTexts, head: number, network: Network): AdoptedBlock[] {
  const { blocks: texts } = file
  if (!Array.isArray(texts) || texts.length === 0 || texts.length > maximumBlocks) {
    throw new StateFileError(`does not have a list of 1 to ${maximumBlocks} blocks`)
  }
  const past = texts.map((text: unknown, number) => readBlock(text, number, network))
  for (const [number, { block }] of past.entries()) {
    const before = past[number - 1]
    if (before !== undefined && !equalBytes(block.header.parentHash, before.block.header.hash))
      throw new StateFileError(`has a block ${number} that does not follow block ${number - 1}`)
  }
  if (past.length !== head + 1) {
    throw new StateFileError(`has ${past.length} blocks, but its state is that of block ${head}`)
  }
  const participants = partsOfBlocks(file.participants, past.length, 'participants', addressLength)
  const creations = partsOfBlocks(file.creations, past.length, 'creations', creationLength)
  return past.map((one, number) => ({
    ...one,
    participants: readParticipants(participants[number]!),
    creations: readCreations(creations[number]!, one.block, number),
  }))
}

function readCreations(bytes: Uint8Array, { transactions }: Block, number: number): ContractCreation[] {
  const creations = decodeCreations(bytes)
  if (creations.every(({ transactionIndex }) => transactionIndex < transactions.length)) return creations
  throw damaged('creations', number)
}

function readBlock(
  text: unknown,
  number: number,
  network: Network,
): Pick<AdoptedBlock, 'block' | 'receipts'> {
  const damaged = new StateFileError(
    `has a damaged block ${number}, or one of other rules (--hardfork, --upgrade)`,
  )
  if (!isBlockText(text)) throw damaged
  try {
    const header = decodeHeader(fromHex(text[0]), network)
    const { transactions, uncles } = new StoredBody(fromHex(text[1]), network)
    const receipts = text[2].map((receipt) => decodeReceipt(fromHex(receipt)))
    const block = { header, transactions, uncles }
    const rules = rulesAt(network, number)
    const isWhole =
      header.number === number &&
      receipts.length === transactions.length &&
      unclesHashRejection(block) === undefined &&
      (number === 0 || transactionsRootRejection(block, rules) === undefined) &&
      (number === 0 || equalBytes(receiptsRoot(receipts, transactions, rules), header.receiptsRoot))
    if (isWhole) return { block, receipts }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
  }
  throw damaged
}

function isBlockText(text: unknown): text is PastBlockText {
  if (!Array.isArray(text) || text.length !== 3) return false
  const [header, body, receipts] = text
  if (typeof header !== 'string' || typeof body !== 'string' || !Array.isArray(receipts)) return false
  return receipts.every((receipt) => typeof receipt === 'string')
}
