import { decodeTransaction, transactionIdOf } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { releaseBtcEvent } from '../../bridge/events/pegoutEvents.ts'
import { bytes } from '../../native/abi/types.ts'
import { cellKey } from '../../native/cellKey.ts'
import { asHash, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { BitcoinBackend } from '../bitcoin/bitcoinBackend.ts'
import type { BridgeLog, PegChain } from './pegChain.ts'

/** A transaction of the Bridge with all signatures. */
export interface Release {
  /** The Bitcoin transaction's, in printed order. */
  readonly id: Uint8Array
  readonly raw: Uint8Array
  /** The Rootstock transaction that completed it. */
  readonly completedBy: Hash
}

/** Until RSKIP146. */
const legacyTopic = asHash(cellKey('release_btc_topic'))

/** The completed transactions of the last blocks, oldest first. */
export const releasesOf = (chain: PegChain): Release[] =>
  chain.bridgeLogs([releaseBtcEvent.topic, legacyTopic]).map(releaseOf)

function releaseOf({ log, transactionHash }: BridgeLog): Release {
  const raw = equalBytes(log.topics[0]!, legacyTopic) ? legacyContent(log.data) : bytes.decode(log.data, 32)
  return { id: transactionIdOf(decodeTransaction(raw)), raw, completedBy: transactionHash }
}

function legacyContent(data: Uint8Array): Uint8Array {
  const reader = RlpReader.list(data, 'release_btc')
  reader.bytes('id')
  return reader.bytes('transaction')
}

/** Confirmations after which a transaction is not checked again. */
const settledConfirmations = 100

/** Broadcasts completed transactions and remembers which ones Bitcoin refused. */
export class Broadcasts {
  readonly #bitcoin: BitcoinBackend
  readonly #settled = new Set<string>()
  readonly #refused = new Map<string, string>()

  constructor(bitcoin: BitcoinBackend) {
    this.#bitcoin = bitcoin
  }

  /** The reason why Bitcoin refused a transaction at the last attempt. */
  refusalOf(id: Uint8Array): string | undefined {
    return this.#refused.get(toHexDigits(id))
  }

  /** Broadcasts the transactions that Bitcoin does not have; returns whether it accepted one. */
  async send(releases: readonly Release[]): Promise<boolean> {
    let hasSent = false
    for (const { id, raw } of releases) {
      const digits = toHexDigits(id)
      if (this.#settled.has(digits)) continue
      const found = await this.#bitcoin.transaction(id)
      if (found === undefined) hasSent = (await this.#broadcast(digits, raw)) || hasSent
      else if (found.confirmations >= settledConfirmations) this.#settled.add(digits)
    }
    return hasSent
  }

  forget(): void {
    this.#settled.clear()
    this.#refused.clear()
  }

  async #broadcast(digits: string, raw: Uint8Array): Promise<boolean> {
    try {
      await this.#bitcoin.broadcast(raw)
      this.#refused.delete(digits)
      return true
    } catch (error) {
      this.#refused.set(digits, reasonOf(error))
      return false
    }
  }
}
