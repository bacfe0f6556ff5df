import type { FoundLog } from '../../chain/logs/logSink.ts'
import type { JsonWriter } from './jsonWriter.ts'

/** Time to write one log. */
export const msPerLog = 0.002

/** The JSON of a log's shape. */
export function logText(found: FoundLog, removed: boolean, writer: JsonWriter): string {
  const { log, logIndex, blockNumber, blockHash, transactionHash, transactionIndex } = found
  writer.raw('{"logIndex":').quantity(logIndex)
  writer.raw(',"blockNumber":').quantity(blockNumber)
  writer.raw(',"blockHash":').hex(blockHash)
  writer.raw(',"transactionHash":').hex(transactionHash)
  writer.raw(',"transactionIndex":').quantity(transactionIndex)
  writer.raw(',"address":').hex(log.address)
  writer.raw(',"data":').hex(log.data)
  writer.raw(',"topics":[')
  for (const [position, topic] of log.topics.entries()) writer.raw(position === 0 ? '' : ',').hex(topic)
  return writer.raw(removed ? '],"removed":true}' : '],"removed":false}').take()
}
