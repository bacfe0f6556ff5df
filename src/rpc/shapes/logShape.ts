import type { FoundLog } from '../../chain/logs/logSink.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import * as schema from '../json/schema.ts'
import type { JsonWriter } from './jsonWriter.ts'

export type LogShape = ReturnType<typeof logShape>

/** `removed` is true when the log's block has left the best chain. */
export const logShape = (
  { log, logIndex, blockNumber, blockHash, blockTimestamp, transactionHash, transactionIndex }: FoundLog,
  removed = false,
) => ({
  logIndex: toQuantity(logIndex),
  blockNumber: toQuantity(blockNumber),
  blockHash: toHex(blockHash),
  ...(blockTimestamp !== undefined && { blockTimestamp: toQuantity(blockTimestamp) }),
  transactionHash: toHex(transactionHash),
  transactionIndex: toQuantity(transactionIndex),
  address: toHex(log.address),
  data: toHex(log.data),
  topics: log.topics.map(toHex),
  removed,
})

/** Consecutive logs are often of one block and transaction, whose hashes are written once. */
export function logShapes(found: readonly FoundLog[]): LogShape[] {
  const shapes: LogShape[] = []
  let previous: FoundLog | undefined
  let shape: LogShape | undefined
  for (const next of found) {
    const isSameTransaction =
      previous?.blockHash === next.blockHash && previous.transactionIndex === next.transactionIndex
    shape = shape && isSameTransaction ? inSameTransaction(shape, next) : logShape(next)
    previous = next
    shapes.push(shape)
  }
  return shapes
}

const inSameTransaction = (shape: LogShape, { log, logIndex }: FoundLog): LogShape => ({
  ...shape,
  logIndex: toQuantity(logIndex),
  address: toHex(log.address),
  data: toHex(log.data),
  topics: log.topics.map(toHex),
})

/** A fork may not know the timestamp of a log of its origin. */
export const logSchema = schema.objectOf(
  {
    logIndex: schema.quantity,
    blockNumber: schema.quantity,
    blockHash: schema.hash,
    transactionHash: schema.hash,
    transactionIndex: schema.quantity,
    address: schema.address,
    data: schema.data,
    topics: schema.arrayOf(schema.hash),
    removed: schema.boolean,
  },
  { blockTimestamp: schema.quantity },
)

/** The JSON of a log's shape. */
export function logText(found: FoundLog, removed: boolean, writer: JsonWriter): string {
  const { log, logIndex, blockNumber, blockHash, blockTimestamp, transactionHash, transactionIndex } = found
  writer.raw('{"logIndex":').quantity(logIndex)
  writer.raw(',"blockNumber":').quantity(blockNumber)
  writer.raw(',"blockHash":').hex(blockHash)
  if (blockTimestamp !== undefined) writer.raw(',"blockTimestamp":').quantity(blockTimestamp)
  writer.raw(',"transactionHash":').hex(transactionHash)
  writer.raw(',"transactionIndex":').quantity(transactionIndex)
  writer.raw(',"address":').hex(log.address)
  writer.raw(',"data":').hex(log.data)
  writer.raw(',"topics":[')
  for (const [position, topic] of log.topics.entries()) writer.raw(position === 0 ? '' : ',').hex(topic)
  return writer.raw(removed ? '],"removed":true}' : '],"removed":false}').take()
}
