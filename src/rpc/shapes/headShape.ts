import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { type BlockHeader, gasLimitOf } from '../../protocol/headers/header.ts'

const noEvent = '0x00'

/** A header as subscribers to `newHeads` get it, with the members in the order of the reference node. */
export const headShape = (header: BlockHeader, bloom = header.logsBloom) => ({
  difficulty: toQuantity(header.difficulty),
  extraData: toHex(header.extraData),
  gasLimit: toQuantity(gasLimitOf(header)),
  gasUsed: toQuantity(header.gasUsed),
  logsBloom: toHex(bloom),
  miner: toHex(header.coinbase),
  number: toQuantity(header.number),
  parentHash: toHex(header.parentHash),
  receiptsRoot: toHex(header.receiptsRoot),
  sha3Uncles: toHex(header.unclesHash),
  stateRoot: toHex(header.stateRoot),
  timestamp: toQuantity(header.timestamp),
  transactionsRoot: toHex(header.transactionsRoot),
  hash: toHex(header.hash),
  baseEvent: header.baseEvent === null || header.baseEvent.length === 0 ? noEvent : toHex(header.baseEvent),
})
