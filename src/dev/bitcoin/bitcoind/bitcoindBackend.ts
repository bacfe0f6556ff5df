import { fromHex, toHexDigits } from '../../../primitives/hex.ts'
import type { BitcoinBackend, FoundTransaction, Payment, WalletAddressKind } from '../bitcoinBackend.ts'
import { isObject, type Json, satoshisOf } from '../rpc/arguments.ts'
import { paidOutput } from '../simulatedBitcoin.ts'
import { BitcoindClient, type BitcoindOptions, BitcoindUnavailable } from './bitcoindClient.ts'
import { ensureWallet, isUnknown, payFrom } from './bitcoindWallet.ts'

/** Between two polls of the chain and the mempool. */
const pollMs = 1_000

/** Opens a bitcoind in regtest mode. Rejects with `BitcoindUnavailable` when another program or network answers. */
export async function openBitcoind(options: BitcoindOptions): Promise<BitcoindBackend> {
  const client = new BitcoindClient(options)
  const info = await client.call('getblockchaininfo')
  const chain = isObject(info) ? info['chain'] : undefined
  if (chain !== 'regtest') {
    throw new BitcoindUnavailable(
      `the bitcoind at ${client.address} is on the network ${String(chain)}: start it with -regtest`,
    )
  }
  await ensureWallet(client)
  return new BitcoindBackend(client)
}

/**
 * A bitcoind beside a local chain. A confirmed transaction that is not of its wallet is found only with `-txindex`. Its
 * chain does not go back with a snapshot of the local chain.
 */
export class BitcoindBackend implements BitcoinBackend {
  readonly kind = 'bitcoind'
  readonly #client: BitcoindClient
  readonly #listeners = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined
  /** Best block and mempool at the last poll. */
  #seen = ''

  constructor(client: BitcoindClient) {
    this.#client = client
  }

  height(): Promise<number> {
    return this.#client.number('getblockcount')
  }

  async blockHash(height: number): Promise<Uint8Array> {
    return fromHex(await this.#client.text('getblockhash', height))
  }

  async header(hash: Uint8Array): Promise<Uint8Array> {
    return fromHex(await this.#client.text('getblockheader', toHexDigits(hash), false))
  }

  async block(hash: Uint8Array): Promise<Uint8Array> {
    return fromHex(await this.#client.text('getblock', toHexDigits(hash), 0))
  }

  async transaction(id: Uint8Array): Promise<FoundTransaction | undefined> {
    const key = toHexDigits(id)
    try {
      return foundTransaction(await this.#client.call('getrawtransaction', key, true))
    } catch (error) {
      if (!isUnknown(error)) throw error
    }
    try {
      return foundTransaction(await this.#client.call('gettransaction', key))
    } catch (error) {
      if (isUnknown(error)) return undefined
      throw error
    }
  }

  async waiting(): Promise<Uint8Array[]> {
    return (await this.#client.list('getrawmempool')).map((id) => fromHex(String(id)))
  }

  async broadcast(raw: Uint8Array): Promise<Uint8Array> {
    return fromHex(await this.#client.text('sendrawtransaction', toHexDigits(raw)))
  }

  async generate(count: number, address?: string): Promise<Uint8Array[]> {
    const receiver = address ?? (await this.newAddress('legacy'))
    const hashes = await this.#client.list('generatetoaddress', count, receiver)
    await this.#poll()
    return hashes.map((hash) => fromHex(String(hash)))
  }

  async invalidate(hash: Uint8Array): Promise<void> {
    await this.#client.call('invalidateblock', toHexDigits(hash))
    await this.#poll()
  }

  newAddress(kind: WalletAddressKind = 'legacy'): Promise<string> {
    return this.#client.text('getnewaddress', '', kind)
  }

  async pay(outputs: readonly Payment[], from?: 'legacy' | 'p2sh-segwit'): Promise<Uint8Array> {
    return fromHex(await payFrom(this.#client, outputs.map(paidOutput), from))
  }

  async balance(): Promise<bigint> {
    return satoshisOf(await this.#client.number('getbalance'))
  }

  onBlock(listener: () => void): () => void {
    this.#listeners.add(listener)
    this.#timer ??= setInterval(() => this.#poll().catch(ignore), pollMs).unref()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.close()
    }
  }

  /** Stops polling. */
  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#listeners.clear()
  }

  async #poll(): Promise<void> {
    const tip = await this.#client.text('getbestblockhash')
    const waiting = await this.#client.list('getrawmempool')
    const seen = [tip, ...waiting].join()
    if (seen === this.#seen) return
    this.#seen = seen
    for (const listener of this.#listeners) listener()
  }
}

/** Failed polls retry; failed calls reject. */
function ignore(): void {}

/** Both methods for transactions name these members alike. */
function foundTransaction(value: Json): FoundTransaction {
  const found = isObject(value) ? value : {}
  const { hex, blockhash, confirmations } = found
  return {
    raw: fromHex(String(hex)),
    blockHash: typeof blockhash === 'string' ? fromHex(blockhash) : undefined,
    confirmations: Math.max(0, Number(confirmations ?? 0)),
  }
}
