import { merkleRoot } from '../../../bitcoin/blocks/merkleTree.ts'
import { targetOf } from '../../../bitcoin/blocks/target.ts'
import { op, opcode, push, scriptNumber } from '../../../bitcoin/scripts/script.ts'
import { ByteWriter } from '../../../bitcoin/serialization/byteWriter.ts'
import type { BitcoinTransaction } from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { doubleSha256 } from '../../../crypto/sha256.ts'
import { concatBytes, reversedBytes } from '../../../primitives/bytes.ts'
import { fromHex } from '../../../primitives/hex.ts'
import { toBigInt } from '../../../primitives/integers.ts'
import { medianTimeOf, type RegtestBlock } from './chainBlock.ts'
import { type KnownTransaction, knownTransaction } from './knownTransaction.ts'
import type { Mempool, MempoolEntry } from './mempool.ts'
import { blockVersion, regtestBits, subsidyAt } from './regtest.ts'

/** The weight that Bitcoin Core leaves to transactions in its own blocks. */
const maximumWeight = 3_996_000
const witnessHeader = fromHex('aa21a9ed')
const noHash = new Uint8Array(32)

/** The transactions of the next block: the highest fee rate first, each after those it depends on. */
export function chosenTransactions(mempool: Mempool): readonly MempoolEntry[] {
  const byRate = [...mempool.entries()].sort(compareRates)
  const chosen = new Map<string, MempoolEntry>()
  let weight = 0
  for (const entry of byRate) {
    const family = familyOf(entry, mempool).filter(({ key }) => !chosen.has(key))
    const added = family.reduce((sum, each) => sum + each.weight, 0)
    if (weight + added > maximumWeight) continue
    weight += added
    for (const each of family) chosen.set(each.key, each)
  }
  return [...chosen.values()]
}

const compareRates = (a: MempoolEntry, b: MempoolEntry): number => {
  const difference = b.fee * BigInt(a.virtualSize) - a.fee * BigInt(b.virtualSize)
  return difference === 0n ? 0 : difference > 0n ? 1 : -1
}

/** An entry after its ancestors, which are in the order of the mempool. */
function familyOf(entry: MempoolEntry, mempool: Mempool): readonly MempoolEntry[] {
  const ancestors = mempool.ancestorsOf(entry)
  if (ancestors.size === 0) return [entry]
  return [...[...mempool.entries()].filter(({ key }) => ancestors.has(key)), entry]
}

export interface BitcoinBlockPlan {
  readonly parent: RegtestBlock
  /** Receives the new coins. */
  readonly script: Uint8Array
  readonly transactions: readonly MempoolEntry[]
  /** Seconds since 1970. */
  readonly now: number
  /** Makes the coinbase of this block different from those of other branches. */
  readonly serial: number
}

/** A block with its proof of work, serialized. */
export function minedBlock({ parent, script, transactions, now, serial }: BitcoinBlockPlan): Uint8Array {
  const height = parent.height + 1
  const fees = transactions.reduce((sum, { fee }) => sum + fee, 0n)
  const witnessHashes = [noHash, ...transactions.map(({ hash }) => reversedBytes(hash))]
  const commitment = doubleSha256(concatBytes(merkleRoot(witnessHashes), noHash))
  const coinbase = knownTransaction({
    version: 2,
    inputs: [coinbaseInput(height, serial)],
    outputs: [
      { value: subsidyAt(height) + fees, script },
      { value: 0n, script: concatBytes(op(opcode.return), push(concatBytes(witnessHeader, commitment))) },
    ],
    lockTime: 0,
  })
  const all: readonly KnownTransaction[] = [coinbase, ...transactions]
  const root = merkleRoot(all.map(({ id }) => reversedBytes(id)))
  const time = Math.max(now, medianTimeOf(parent) + 1)
  const writer = new ByteWriter().bytes(workedHeader(parent.header.hash, root, time)).count(all.length)
  for (const { raw } of all) writer.bytes(raw)
  return writer.written()
}

/** BIP-34: the script begins with the height of the block. */
const coinbaseInput = (height: number, serial: number): BitcoinTransaction['inputs'][number] => ({
  transactionId: noHash,
  outputIndex: 0xffffffff,
  script: concatBytes(push(scriptNumber(height)), push(new ByteWriter().uint32(serial).written())),
  sequence: 0xffffffff,
  witness: [noHash],
})

/** Every second nonce gives enough work. */
function workedHeader(parentHash: Uint8Array, root: Uint8Array, time: number): Uint8Array {
  const target = targetOf(regtestBits)
  const start = new ByteWriter()
    .uint32(blockVersion)
    .hash(parentHash)
    .bytes(root)
    .uint32(time)
    .uint32(regtestBits)
  const header = concatBytes(start.written(), new Uint8Array(4))
  const view = new DataView(header.buffer)
  for (let nonce = 0; ; nonce++) {
    view.setUint32(76, nonce, true)
    if (toBigInt(reversedBytes(doubleSha256(header))) <= target) return header
  }
}
