import { Block, crypto, Transaction } from 'bitcoinjs-lib'

/*
 * A simulated Bitcoin network that provides headers, transactions and proofs. Blocks have the minimum difficulty, a coinbase
 * that commits to the witnesses, and at most one other transaction.
 */

const lowestDifficulty = 0x207fffff
const genesis = Block.fromHex(
  `01000000${'00'.repeat(32)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000`,
)
const zeroHash = new Uint8Array(32)
/** Output index of a coinbase's input. */
const coinbaseOutputIndex = 0xffffffff

/** A mined transaction with its proofs. */
export interface MinedTransaction {
  readonly height: number
  readonly blockHash: Uint8Array
  readonly transaction: Transaction
  /** Proof that the block contains the transaction id (without witness). */
  readonly proof: Uint8Array
  readonly coinbase: Transaction
  readonly coinbaseProof: Uint8Array
  /** Merkle root of the ids with witness, in the byte order in which Bitcoin prints hashes. */
  readonly witnessRoot: Uint8Array
  readonly witnessProof: Uint8Array
}

const reversed = (bytes: Uint8Array): Uint8Array => bytes.slice().reverse()

export class BitcoinNetwork {
  /** Headers that `takeHeaders` has not returned yet. */
  #unseen: Uint8Array[] = []
  #tip = genesis
  height = 0

  mine(count: number): void {
    for (let block = 0; block < count; block++)
      this.#mineRoot(crypto.hash256(Uint8Array.of(block, this.height)))
  }

  mineTransaction(transaction: Transaction): MinedTransaction {
    const witnessRoot = crypto.hash256(Buffer.concat([zeroHash, transaction.getHash(true)]))
    const coinbase = coinbaseWith(witnessRoot, this.height)
    const ids = [coinbase.getHash(), transaction.getHash()] as const
    this.#mineRoot(crypto.hash256(Buffer.concat(ids)))
    return {
      height: this.height,
      blockHash: reversed(this.#tip.getHash()),
      transaction,
      proof: proofOf(ids, 1),
      coinbase,
      coinbaseProof: proofOf(ids, 0),
      witnessRoot: reversed(witnessRoot),
      witnessProof: proofOf([zeroHash, transaction.getHash(true)], 1),
    }
  }

  takeHeaders(maximum: number): readonly Uint8Array[] {
    return this.#unseen.splice(0, maximum)
  }

  #mineRoot(merkleRoot: Uint8Array): void {
    const block = new Block()
    block.version = 1
    block.prevHash = this.#tip.getHash()
    block.merkleRoot = merkleRoot
    block.timestamp = 1_700_000_000 + this.height
    block.bits = lowestDifficulty
    for (block.nonce = 0; !block.checkProofOfWork(); block.nonce++);
    this.#tip = block
    this.height++
    this.#unseen.push(block.toBuffer(true))
  }
}

/** BIP-141: an output commits to the witnesses and to a reserved value, here zero. */
function coinbaseWith(witnessRoot: Uint8Array, height: number): Transaction {
  const coinbase = new Transaction()
  coinbase.addInput(zeroHash, coinbaseOutputIndex, undefined, Uint8Array.of(2, height & 0xff, height >> 8))
  const commitment = crypto.hash256(Buffer.concat([witnessRoot, zeroHash]))
  coinbase.addOutput(Buffer.concat([Buffer.from('6a24aa21a9ed', 'hex'), commitment]), 0n)
  return coinbase
}

/** The BIP-37 proof of one of two transactions. */
const proofOf = (ids: readonly [Uint8Array, Uint8Array], index: 0 | 1): Uint8Array =>
  Buffer.concat([Uint8Array.of(2, 0, 0, 0, 2), ...ids, Uint8Array.of(1, index === 0 ? 0b011 : 0b101)])
