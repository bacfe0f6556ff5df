import { asAddress, asHash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type Block, decodeBlock } from '../../protocol/block.ts'
import { type HeaderHashes, hashesOf } from '../../protocol/headers/hashes.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { readBodyTransaction } from '../../protocol/transactions/decode.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { unclesHashRejection } from '../../protocol/validation/bodyRules.ts'
import { proofOfWorkRejection } from '../../protocol/validation/headerRules.ts'

/** A block in RLP, or a list of transactions in RLP. */
export interface PrepareJob {
  readonly kind: 'block' | 'transactions'
  readonly rlp: Uint8Array
}

/** What follows from the bytes of a job alone; undefined for bytes that cannot be decoded. */
export type PrepareResult = Findings | undefined

export interface Findings {
  /** Hash of every transaction, one after the other. */
  readonly hashes: Uint8Array
  /** 20 bytes for every transaction; zeros where `hasSender` is 0. */
  readonly senders: Uint8Array
  /** 1 for every transaction whose sender could be recovered. */
  readonly hasSender: Uint8Array
  /** Those of the header of a block; undefined for a list of transactions. */
  readonly headerHashes: HeaderHashes | undefined
  /** The expensive rules that the block satisfies; empty for a list of transactions. */
  readonly checkedRules: readonly CheckedRule[]
}

/** Rules that are expensive to check and depend on the bytes of a block alone. */
export type CheckedRule = 'transactions-root' | 'uncles-hash' | 'proof-of-work'

const hashBytes = 32
const addressBytes = 20

/** Does the work of a job. It does not report faults: the importer finds them again, in the order of the rules. */
export function findingsOf({ kind, rlp }: PrepareJob, network: Network): PrepareResult {
  try {
    if (kind === 'transactions') return findingsIn(transactionsIn(rlp), undefined, [])
    const block = decodeBlock(rlp, network)
    return findingsIn(block.transactions, hashesOf(block.header), checkRules(block, network))
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Gives transactions, decoded from the bytes of the job, their hashes and senders. */
export function tell(transactions: readonly Transaction[], findings: Findings): void {
  const { hashes, senders, hasSender } = findings
  for (const [index, transaction] of transactions.entries()) {
    transaction.learn({
      hash: asHash(hashes.subarray(index * hashBytes, (index + 1) * hashBytes)),
      sender:
        hasSender[index] === 1
          ? asAddress(senders.subarray(index * addressBytes, (index + 1) * addressBytes))
          : undefined,
    })
  }
}

function transactionsIn(rlp: Uint8Array): Transaction[] {
  const transactions: Transaction[] = []
  for (const reader = RlpReader.list(rlp, 'transactions'); !reader.done; ) {
    transactions.push(readBodyTransaction(reader, `[${transactions.length}]`))
  }
  return transactions
}

function checkRules(block: Block, network: Network): CheckedRule[] {
  // Decoding has compared the root.
  const satisfied: CheckedRule[] = ['transactions-root']
  if (unclesHashRejection(block) === undefined) satisfied.push('uncles-hash')
  if (proofOfWorkRejection(block.header, network) === undefined) satisfied.push('proof-of-work')
  return satisfied
}

function findingsIn(
  transactions: readonly Transaction[],
  headerHashes: HeaderHashes | undefined,
  checkedRules: readonly CheckedRule[],
): Findings {
  const hashes = new Uint8Array(hashBytes * transactions.length)
  const senders = new Uint8Array(addressBytes * transactions.length)
  const hasSender = new Uint8Array(transactions.length)
  for (const [index, transaction] of transactions.entries()) {
    hashes.set(transaction.hash, index * hashBytes)
    const { sender } = transaction
    if (sender === undefined) continue
    senders.set(sender, index * addressBytes)
    hasSender[index] = 1
  }
  return { hashes, senders, hasSender, headerHashes, checkedRules }
}
