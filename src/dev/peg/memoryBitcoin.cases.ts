import { BitcoinHeader } from '../../bitcoin/blocks/header.ts'
import { merkleRoot } from '../../bitcoin/blocks/merkleTree.ts'
import { regtestParameters } from '../../bitcoin/blocks/networkParameters.ts'
import { hash160 } from '../../bitcoin/keys/hash160.ts'
import { encodeSignature } from '../../bitcoin/keys/signature.ts'
import { publicKeyHashAddress } from '../../bitcoin/scripts/address.ts'
import { push } from '../../bitcoin/scripts/script.ts'
import { ByteWriter } from '../../bitcoin/serialization/byteWriter.ts'
import {
  type BitcoinTransaction,
  decodeTransaction,
  encodeTransaction,
  encodeWithoutWitness,
  transactionIdOf,
  unsignedInput,
} from '../../bitcoin/transactions/transaction.ts'
import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes, equalBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { toBigInt, wordBytes } from '../../primitives/integers.ts'
import type { BitcoinBackend, FoundTransaction, Payment } from '../bitcoin/bitcoinBackend.ts'
import { compressedKeyOf, namedKey } from '../federation/namedKeys.ts'

interface MemoryBlock {
  readonly header: BitcoinHeader
  readonly transactions: readonly BitcoinTransaction[]
}

const noHash = new Uint8Array(32)

/** A Bitcoin without rules for transactions, for tests of the peg alone. Its only payer has the key of a name. */
export class MemoryBitcoin implements BitcoinBackend {
  readonly kind = 'simulated'
  readonly payerKey = namedKey('bitcoin-payer')
  #blocks: MemoryBlock[] = [{ header: regtestParameters.genesis.header, transactions: [] }]
  #mempool: BitcoinTransaction[] = []
  readonly #listeners = new Set<() => void>()
  #payments = 0

  async height() {
    return this.#blocks.length - 1
  }

  async blockHash(height: number) {
    return this.#blocks[height]!.header.hash
  }

  async header(hash: Uint8Array) {
    return this.#find(hash).header.bytes
  }

  async block(hash: Uint8Array) {
    const { header, transactions } = this.#find(hash)
    const writer = new ByteWriter().bytes(header.bytes).count(transactions.length)
    for (const transaction of transactions) writer.bytes(encodeTransaction(transaction))
    return writer.written()
  }

  async transaction(id: Uint8Array): Promise<FoundTransaction | undefined> {
    const isIt = (transaction: BitcoinTransaction): boolean => equalBytes(transactionIdOf(transaction), id)
    for (const [height, { header, transactions }] of this.#blocks.entries()) {
      const found = transactions.find(isIt)
      if (!found) continue
      const confirmations = this.#blocks.length - height
      return { raw: encodeTransaction(found), blockHash: header.hash, confirmations }
    }
    const waiting = this.#mempool.find(isIt)
    return waiting && { raw: encodeTransaction(waiting), confirmations: 0 }
  }

  async broadcast(raw: Uint8Array) {
    const transaction = decodeTransaction(raw)
    this.#mempool.push(transaction)
    this.#tell()
    return transactionIdOf(transaction)
  }

  async generate(count: number) {
    const hashes: Uint8Array[] = []
    for (let block = 0; block < count; block++) hashes.push(this.#mine())
    this.#tell()
    return hashes
  }

  async invalidate(hash: Uint8Array) {
    const at = this.#blocks.findIndex(({ header }) => equalBytes(header.hash, hash))
    const abandoned = this.#blocks.splice(at)
    this.#mempool.unshift(...abandoned.flatMap(({ transactions }) => transactions.slice(1)))
    this.#tell()
  }

  async newAddress() {
    const hash = hash160(compressedKeyOf(this.payerKey))
    return publicKeyHashAddress(hash, regtestParameters)
  }

  /** Spends an output that does not exist. */
  async pay(outputs: readonly Payment[]) {
    const spent = unsignedInput({ transactionId: wordBytes(BigInt(++this.#payments)), outputIndex: 0 })
    const script = concatBytes(push(encodeSignature({ r: 1n, s: 1n })), push(compressedKeyOf(this.payerKey)))
    return this.broadcast(
      encodeTransaction({
        version: 2,
        inputs: [{ ...spent, script }],
        outputs: outputs.map((output) => ({ value: output.satoshis, script: output.script! })),
        lockTime: 0,
      }),
    )
  }

  async balance() {
    return 0n
  }

  async waiting() {
    return this.#mempool.map(transactionIdOf)
  }

  onBlock(listener: () => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #find(hash: Uint8Array): MemoryBlock {
    return this.#blocks.find(({ header }) => equalBytes(header.hash, hash))!
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #mine(): Uint8Array {
    const waiting = this.#mempool
    this.#mempool = []
    const witnessIds = [noHash, ...waiting.map((one) => doubleSha256(encodeTransaction(one)))]
    const commitment = doubleSha256(concatBytes(merkleRoot(witnessIds), noHash))
    const nothing = unsignedInput({ transactionId: noHash, outputIndex: 0xffffffff })
    const coinbase: BitcoinTransaction = {
      version: 1,
      inputs: [{ ...nothing, script: wordBytes(BigInt(this.#blocks.length)), witness: [noHash] }],
      outputs: [{ value: 0n, script: concatBytes(fromHex('6a24aa21a9ed'), commitment) }],
      lockTime: 0,
    }
    const transactions = [coinbase, ...waiting]
    const root = merkleRoot(transactions.map((one) => doubleSha256(encodeWithoutWitness(one))))
    const parent = this.#blocks.at(-1)!.header.hash
    let header: BitcoinHeader
    let nonce = 0
    do {
      const writer = new ByteWriter().uint32(1).hash(parent).bytes(root).uint32(1_700_000_000)
      header = new BitcoinHeader(writer.uint32(0x207fffff).uint32(nonce++).written())
    } while (toBigInt(header.hash) >> 255n !== 0n)
    this.#blocks.push({ header, transactions })
    return header.hash
  }
}
