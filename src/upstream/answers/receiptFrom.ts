import type { Log } from '../../evm/log.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { bloomBytes } from '../../protocol/bloom.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import {
  addressFrom,
  dataFrom,
  fixedFrom,
  hashFrom,
  type JsonObject,
  listFrom,
  numberFrom,
  objectFrom,
} from './fields.ts'

/** The receipt in an endpoint's JSON, of the transaction with this hash. */
export function receiptFrom(json: JsonObject, transaction: Hash, where: string): Receipt {
  if (!equalBytes(hashFrom(json['transactionHash'], `${where}.transactionHash`), transaction)) {
    throw new DecodeError(where, 'is of another transaction')
  }
  const status = numberFrom(json['status'], `${where}.status`)
  return {
    success: status === 1,
    cumulativeGasUsed: numberFrom(json['cumulativeGasUsed'], `${where}.cumulativeGasUsed`),
    gasUsed: numberFrom(json['gasUsed'], `${where}.gasUsed`),
    logsBloom: fixedFrom(json['logsBloom'], bloomBytes, `${where}.logsBloom`),
    logs: listFrom(json['logs'], `${where}.logs`).map((log, index) =>
      logFrom(objectFrom(log, `${where}.logs[${index}]`), `${where}.logs[${index}]`),
    ),
  }
}

export const logFrom = (json: JsonObject, where: string): Log => ({
  address: addressFrom(json['address'], `${where}.address`),
  topics: listFrom(json['topics'], `${where}.topics`).map((topic) => hashFrom(topic, `${where}.topics`)),
  data: dataFrom(json['data'], `${where}.data`),
})
