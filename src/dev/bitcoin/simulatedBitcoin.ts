import { scriptOfReceiver } from '../../bitcoin/scripts/receivers.ts'
import { decodeTransaction, type TransactionOutput } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { nextTurn } from '../../platform/turns.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { BitcoinBackend, FoundTransaction, Payment, WalletAddressKind } from './bitcoinBackend.ts'
import { bitcoinError } from './bitcoinError.ts'
import type { BitcoinMark, BitcoinRecord } from './bitcoinRecord.ts'
import type { RegtestBlock } from './chain/chainBlock.ts'
import { type KnownTransaction, knownTransaction } from './chain/knownTransaction.ts'
import { regtestReceivers } from './chain/regtest.ts'
import { SimulatedChain } from './chain/simulatedChain.ts'
import { BitcoinWallet, type PaymentOptions } from './wallet/bitcoinWallet.ts'

export interface SimulationParts {
  /** Seconds since 1970. */
  readonly now: () => number
  /** Undefined for a simulation in memory. */
  readonly record?: BitcoinRecord | undefined
}

/** Blocks mined in one turn of the event loop. */
const blocksInOneTurn = 100

/** A Bitcoin of the regtest network in this process, with a wallet and without other nodes. */
export class SimulatedBitcoin implements BitcoinBackend {
  readonly kind = 'simulated'
  readonly chain: SimulatedChain
  readonly wallet: BitcoinWallet
  #record: BitcoinRecord | undefined
  readonly #listeners = new Set<() => void>()

  constructor({ now, record }: SimulationParts) {
    this.chain = new SimulatedChain(() => Math.floor(now()))
    this.wallet = new BitcoinWallet(this.chain)
    this.#record = record
    try {
      this.#load(record?.load())
    } catch (error) {
      record?.close()
      throw error
    }
  }

  async height(): Promise<number> {
    return this.chain.height
  }

  async blockHash(height: number): Promise<Uint8Array> {
    const block = this.chain.blockAt(height)
    if (!block) throw bitcoinError('invalidParameter', 'Block height out of range')
    return block.header.hash
  }

  async header(hash: Uint8Array): Promise<Uint8Array> {
    return this.blockOf(toHexDigits(hash)).header.bytes
  }

  async block(hash: Uint8Array): Promise<Uint8Array> {
    return this.blockOf(toHexDigits(hash)).bytes
  }

  async transaction(id: Uint8Array): Promise<FoundTransaction | undefined> {
    const key = toHexDigits(id)
    const block = this.chain.placeOf(key)
    const known = block?.transactions.find((each) => each.key === key) ?? this.chain.mempool.get(key)
    if (!known) return undefined
    const confirmations = block ? this.chain.height - block.height + 1 : 0
    return { raw: known.raw, blockHash: block?.header.hash, confirmations }
  }

  async waiting(): Promise<Uint8Array[]> {
    return [...this.chain.mempool.entries()].map(({ id }) => id)
  }

  async broadcast(raw: Uint8Array): Promise<Uint8Array> {
    const known = readRawTransaction(raw)
    this.submit(known)
    return known.id
  }

  async generate(count: number, address?: string): Promise<Uint8Array[]> {
    const script = address === undefined ? this.wallet.keys.create('legacy').script : receiverScript(address)
    const hashes: Uint8Array[] = []
    while (hashes.length < count) {
      const rest = Math.min(blocksInOneTurn, count - hashes.length)
      for (let mined = 0; mined < rest; mined++) hashes.push(this.chain.generate(script).header.hash)
      this.changed()
      if (hashes.length < count) await nextTurn()
    }
    return hashes
  }

  async invalidate(hash: Uint8Array): Promise<void> {
    this.chain.invalidate(this.blockOf(toHexDigits(hash)))
    this.changed()
  }

  async newAddress(kind: WalletAddressKind = 'legacy'): Promise<string> {
    const key = this.wallet.keys.create(kind)
    this.changed()
    return key.address
  }

  async pay(outputs: readonly Payment[], from?: 'legacy' | 'p2sh-segwit'): Promise<Uint8Array> {
    return this.payOutputs(outputs.map(paidOutput), { from })
  }

  async balance(): Promise<bigint> {
    return this.wallet.balance()
  }

  onBlock(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Pays from the wallet; the transaction waits in the mempool. */
  payOutputs(outputs: readonly TransactionOutput[], options: PaymentOptions): Uint8Array {
    const known = this.wallet.pay(outputs, options)
    this.submit(known)
    return known.id
  }

  submit(known: KnownTransaction): void {
    this.chain.submit(known)
    this.changed()
  }

  /** A block of any branch. */
  blockOf(key: string): RegtestBlock {
    const block = this.chain.find(key)
    if (!block) throw bitcoinError('invalidAddressOrKey', 'Block not found')
    return block
  }

  mark(): BitcoinMark {
    return { chain: this.chain.state(), wallet: this.wallet.keys.state() }
  }

  revert(mark: BitcoinMark): void {
    this.#restore(mark)
    this.changed()
  }

  /** Saves the changes and calls the listeners. */
  changed(): void {
    this.#record?.save(this.chain, this.mark())
    for (const listener of this.#listeners) listener()
  }

  close(): void {
    this.#listeners.clear()
    this.#record?.close()
    this.#record = undefined
  }

  #load(stored: ReturnType<BitcoinRecord['load']>): void {
    if (!stored) return
    for (const block of stored.blocks) this.chain.addStored(block)
    this.#restore(stored.state)
  }

  #restore({ chain, wallet }: BitcoinMark): void {
    this.chain.restore(chain)
    this.wallet.keys.restore(wallet)
  }
}

/** Decodes a client's transaction. Throws `BitcoinError`. */
export function readRawTransaction(raw: Uint8Array): KnownTransaction {
  try {
    return knownTransaction(decodeTransaction(raw, { trailingBytes: 'refused' }))
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw bitcoinError('deserialization', decodeFailure)
  }
}

export const decodeFailure = 'TX decode failed. Make sure the tx has at least one input.'

/** The script of an address of this network. */
function receiverScript(address: string): Uint8Array {
  const script = scriptOfReceiver(address, regtestReceivers)
  if (!script) throw bitcoinError('invalidAddressOrKey', 'Error: Invalid address')
  return script
}

export const paidOutput = ({ address, script, satoshis }: Payment): TransactionOutput => ({
  value: satoshis,
  script: script ?? receiverScript(address ?? ''),
})
