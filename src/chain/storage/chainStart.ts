import { asciiBytes } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { openRecord, sealRecord } from './sealedRecord.ts'

/** Where a chain begins that started at a snapshot. */
export interface ChainStart {
  /** The first block whose state is stored. Receipts and logs begin after it. */
  readonly number: number
  /** The first stored block after the genesis block. */
  readonly lowest: number
}

/** A caller asks for a part of the chain that is missing because the chain started at a snapshot. */
export class MissingHistory extends Error {
  override readonly name = 'MissingHistory'

  constructor(what: string, { number }: ChainStart) {
    super(`${what} not stored: this node started at the state of block ${number}`)
  }
}

const key = asciiBytes('chain.start')

/** Undefined for a chain that starts at the genesis block. */
export function chainStart(reader: Reader): ChainStart | undefined {
  const bytes = reader.get('meta', key)
  if (bytes === undefined) return undefined
  const fields = RlpReader.list(openRecord('meta', key, bytes), 'start of the chain')
  return { number: fields.number('number'), lowest: fields.number('lowest') }
}

export function putChainStart(batch: Batch, { number, lowest }: ChainStart): void {
  const content = encodeRlp([unsignedBytes(number), unsignedBytes(lowest)])
  batch.put('meta', key, sealRecord(key, content))
}

/*
 * The genesis block and its state are always stored, and it has no receipts.
 */

export function requireBlock(reader: Reader, number: number): void {
  const start = chainStart(reader)
  if (start !== undefined && number > 0 && number < start.lowest) {
    throw new MissingHistory(`block ${number} is`, start)
  }
}

export function requireState(reader: Reader, number: number): void {
  const start = chainStart(reader)
  if (start !== undefined && number > 0 && number < start.number) {
    throw new MissingHistory(`the state of block ${number} is`, start)
  }
}

/** The receipts, logs and calls of a range of blocks, which executing them gives. */
export function requireExecuted(reader: Reader, fromBlock: number, toBlock = fromBlock): void {
  const start = chainStart(reader)
  if (start === undefined || toBlock < Math.max(1, fromBlock) || fromBlock > start.number) return
  const blocks = fromBlock === toBlock ? `block ${fromBlock}` : `blocks up to ${start.number}`
  throw new MissingHistory(`the receipts and logs of ${blocks} are`, start)
}
