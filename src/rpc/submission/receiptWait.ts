import { inBackground } from '../../platform/timers.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Later } from '../../primitives/work/later.ts'
import { invalidWait, receiptNotYet } from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import type { ChainLookups } from '../node/lookupNode.ts'
import { type Codec, optional } from '../params/parameter.ts'
import { quantity } from '../params/quantity.ts'

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

/** Resolves when a block holds the transaction; throws when the time is over before. */
function awaitBlock(hash: Hash, timeoutMs: number, chain: ChainLookups): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopListening = chain.on('block', () => {
      if (chain.transaction(hash) === undefined) return
      clearTimeout(timer)
      stopListening()
      resolve()
    })
    const timer = setTimeout(() => {
      stopListening()
      reject(receiptNotYet(timeoutMs, toHex(hash)))
    }, timeoutMs)
    inBackground(timer)
  })
}

/** Waits until a block holds the submitted transaction, unless one holds it already. */
export const untilMined = (hash: Hash, timeoutMs: number, chain: ChainLookups): Later<void> =>
  chain.transaction(hash) === undefined ? awaitBlock(hash, timeoutMs, chain) : undefined
