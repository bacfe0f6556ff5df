import type { Chain } from '../../chain/chain.ts'
import { inBackground } from '../../platform/timers.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { invalidWait, receiptNotYet } from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import { type Codec, optional } from '../params/parameter.ts'
import { quantity } from '../params/quantity.ts'
import { type ReceiptShape, receiptShape } from '../shapes/receiptShape.ts'

/** About half of the time between two blocks; a client that waits longer asks for the receipt instead. */
const defaultWaitMs = 15_000
/** Every wait keeps a listener and an open answer. */
const maximumWaitMs = 60_000

const waitMs: Codec<number> = {
  schema: schema.quantity,
  decode(value) {
    const wait = quantity.decode(value)
    if (wait < 1n || wait > BigInt(maximumWaitMs)) throw invalidWait(maximumWaitMs)
    return Number(wait)
  },
}

/** How long a call waits for the receipt of the transaction that it submits. */
export const waitParameter = optional('timeoutMs', waitMs, defaultWaitMs)

/** The receipt, or undefined while the transaction is in no block. */
function findReceipt(hash: Hash, chain: Chain): ReceiptShape | undefined {
  const found = chain.transaction(hash)
  return found && receiptShape(found.block, found.index)
}

/** Resolves when a block holds the transaction; throws when the time is over before. */
function awaitReceipt(hash: Hash, timeoutMs: number, chain: Chain): Promise<ReceiptShape> {
  return new Promise((resolve, reject) => {
    const stopListening = chain.on('block', () => {
      const receipt = findReceipt(hash, chain)
      if (receipt === undefined) return
      clearTimeout(timer)
      stopListening()
      resolve(receipt)
    })
    const timer = setTimeout(() => {
      stopListening()
      reject(receiptNotYet(timeoutMs, toHex(hash)))
    }, timeoutMs)
    inBackground(timer)
  })
}

/** The receipt of a submitted transaction, as soon as a block holds it. */
export const receiptOf = (
  hash: Hash,
  timeoutMs: number,
  chain: Chain,
): ReceiptShape | Promise<ReceiptShape> => findReceipt(hash, chain) ?? awaitReceipt(hash, timeoutMs, chain)
