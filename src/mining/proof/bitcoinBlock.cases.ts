import { Block, crypto, Transaction } from 'bitcoinjs-lib'
import { concatBytes, type Hash, reversedBytes } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { mergedMiningTag } from '../../protocol/headers/hashes.ts'

/* Bitcoin blocks as a mining pool makes them, built with an independent Bitcoin library. */

export interface PoolBlockOptions {
  /** The hash of the Bitcoin block below. */
  readonly parentHash?: Uint8Array
  /** Number of transactions after the coinbase. */
  readonly others?: number
  /** Another value makes another solution of the same work. */
  readonly extraNonce?: number
  /** Whether the hash must exceed the target. */
  readonly failing?: boolean
  readonly tag?: Uint8Array
  /** Bytes of the coinbase after the hash of the work. */
  readonly afterHash?: Uint8Array
}

const opReturn = 0x6a

export function poolBlock(workHash: Hash, target: Uint8Array, options: PoolBlockOptions = {}): Block {
  const { others = 0, failing = false, parentHash = new Uint8Array(32).fill(0x17) } = options
  const block = new Block()
  block.version = 0x20000000
  block.prevHash = parentHash
  block.timestamp = 1_700_000_000
  block.bits = 0x207fffff
  block.transactions = [
    coinbaseOf(workHash, options),
    ...Array.from({ length: others }, (_, index) => payment(index)),
  ]
  block.merkleRoot = Block.calculateMerkleRoot(block.transactions)
  const meetsTarget = (): boolean => toBigInt(reversedBytes(block.getHash())) <= toBigInt(target)
  for (block.nonce = 0; meetsTarget() === failing; block.nonce++);
  return block
}

/** The form that pools use since Segregated Witness: a commitment, a witness, the tag in the last output. */
function coinbaseOf(workHash: Hash, options: PoolBlockOptions): Transaction {
  const { extraNonce = 0, tag = mergedMiningTag, afterHash = new Uint8Array(0) } = options
  const coinbase = new Transaction()
  const signature = Uint8Array.of(3, 1, 2, 3, extraNonce & 0xff, extraNonce >> 8)
  coinbase.addInput(new Uint8Array(32), 0xffffffff, 0xffffffff, signature)
  coinbase.setWitness(0, [new Uint8Array(32)])
  coinbase.addOutput(new Uint8Array(22).fill(0x11), 5_000_000_000n)
  coinbase.addOutput(concatBytes(Uint8Array.of(opReturn, 36), new Uint8Array(36).fill(0xaa)), 0n)
  const named = concatBytes(tag, workHash, afterHash)
  coinbase.addOutput(concatBytes(Uint8Array.of(opReturn, named.length), named), 0n)
  return coinbase
}

function payment(index: number): Transaction {
  const transaction = new Transaction()
  transaction.version = 2
  transaction.addInput(new Uint8Array(32).fill(index + 1), index)
  transaction.addOutput(new Uint8Array(25).fill(0x76), BigInt(index + 1))
  if (index % 2 === 1) transaction.setWitness(0, [new Uint8Array(71), new Uint8Array(33)])
  return transaction
}

export const headerBytes = (block: Block): Uint8Array => block.toBuffer(true)
export const coinbaseBytes = (block: Block): Uint8Array => block.transactions![0]!.toBuffer()

/** The transaction ids in display order. */
export const transactionIds = (block: Block): Uint8Array[] =>
  block.transactions!.map((transaction) => reversedBytes(transaction.getHash()))

/** The coinbase's id and the siblings above it, in the byte order of hashing. */
export function merkleBranch(block: Block): Uint8Array[] {
  const leaves = block.transactions!.map((transaction) => transaction.getHash())
  const branch = [leaves[0]!]
  for (let width = 1; width < leaves.length; width *= 2) branch.push(subtree(leaves, width, width))
  return branch
}

/** The root of the subtree of `width` leaves that starts at `start`; missing leaves repeat their neighbours. */
function subtree(leaves: readonly Uint8Array[], start: number, width: number): Uint8Array {
  if (width === 1) return leaves[start]!
  const half = width / 2
  const left = subtree(leaves, start, half)
  const right = start + half < leaves.length ? subtree(leaves, start + half, half) : left
  return crypto.hash256(concatBytes(left, right))
}
