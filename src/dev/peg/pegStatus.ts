import {
  type BitcoinTransaction,
  decodeTransaction,
  transactionIdOf,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { type UnsignedPegout, unconfirmedPegouts, unsignedPegouts } from '../../bridge/cells/pegouts.ts'
import { spendWaitingForSignatures } from '../../bridge/cells/validation.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { lockBtc, peginBtc, rejectedPegin, unrefundablePegin } from '../../bridge/events/peginEvents.ts'
import { unsignedId } from '../../bridge/federation/spending.ts'
import { bytes32, int256 } from '../../native/abi/types.ts'
import { type Address, asAddress, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { BitcoinBackend } from '../bitcoin/bitcoinBackend.ts'
import type { Federation } from '../federation/federation.ts'
import { federationScripts } from '../federation/federationView.ts'
import type { PegChain } from '../federation/pegChain.ts'
import { isProcessed, registrationName } from '../federation/registerPayments.ts'
import { releasesOf } from '../federation/releases.ts'
import { signingProgress } from '../federation/signPegouts.ts'

/** The progress of a payment to the federation. */
export interface PegInStatus {
  /** The Bitcoin transaction's, in printed order. */
  readonly id: Uint8Array
  readonly satoshis: bigint
  readonly stage:
    | 'waiting-for-a-block'
    | 'confirming'
    | 'registering'
    | 'credited'
    | 'rejected'
    | 'without-effect'
  readonly confirmations: number
  readonly required: number
  readonly receiver: Address | undefined
  /** Why the Bridge rejected it, as numbered in `rejected_pegin`. */
  readonly reason: bigint | undefined
  /** Whether a rejected payment stays with the federation. */
  readonly isUnrefundable: boolean
  /** The Rootstock transaction that registered it. */
  readonly registration: Hash | undefined
}

/** The progress of a Bitcoin transaction of the Bridge: a peg-out, a refund, a migration or part of a validation. */
export interface BridgeTransactionStatus {
  /** Without signatures. */
  readonly unsignedId: Uint8Array
  readonly stage: 'confirming' | 'signing' | 'broadcast' | 'paid' | 'refused'
  /** Rootstock blocks until members sign. */
  readonly missingBlocks: number
  readonly signatures: number
  readonly requiredSignatures: number
  /** On Bitcoin; undefined until it has all signatures. */
  readonly id: Uint8Array | undefined
  readonly confirmations: number
  /** Why Bitcoin refused it. */
  readonly refusal: string | undefined
  readonly outputs: BitcoinTransaction['outputs']
}

interface StatusParts {
  readonly context: BridgeContext
  readonly chain: PegChain
  readonly bitcoin: BitcoinBackend
  readonly federation: Federation
}

interface PegInOutcome {
  readonly isCredited: boolean
  readonly receiver?: Address
  readonly reason?: bigint
  readonly isUnrefundable?: boolean
  readonly registration: Hash
}

/** The outcome of each Bitcoin transaction by the events of the last blocks. */
function pegInOutcomes(chain: PegChain): Map<string, PegInOutcome> {
  const outcomes = new Map<string, PegInOutcome>()
  const topics = [peginBtc.topic, lockBtc.topic, rejectedPegin.topic, unrefundablePegin.topic]
  for (const { log, transactionHash: registration } of chain.bridgeLogs(topics)) {
    const [topic, first, second] = log.topics
    if (equalBytes(topic!, peginBtc.topic)) {
      outcomes.set(toHexDigits(second!), { isCredited: true, receiver: accountIn(first!), registration })
    } else if (equalBytes(topic!, lockBtc.topic)) {
      const id = toHexDigits(bytes32.decode(log.data, 0))
      outcomes.set(id, { isCredited: true, receiver: accountIn(first!), registration })
    } else {
      const id = toHexDigits(first!)
      const isUnrefundable = equalBytes(topic!, unrefundablePegin.topic)
      const reason = isUnrefundable ? outcomes.get(id)?.reason : int256.decode(log.data, 0)
      outcomes.set(id, {
        isCredited: false,
        isUnrefundable,
        registration,
        ...(reason !== undefined && { reason }),
      })
    }
  }
  return outcomes
}

const accountIn = (topic: Uint8Array): Address => asAddress(topic.subarray(12))

/** Payments to the federations, oldest first, then those in the mempool. */
export async function pegInStatuses({
  context,
  chain,
  bitcoin,
  federation,
}: StatusParts): Promise<PegInStatus[]> {
  const outcomes = pegInOutcomes(chain)
  const scripts = federationScripts(context)
  const own = new Set(releasesOf(chain).map(({ id }) => toHexDigits(id)))
  const tip = await bitcoin.height()
  const required = context.constants.peginConfirmations
  const describe = (id: Uint8Array, { outputs }: BitcoinTransaction, confirmations: number): PegInStatus => {
    const outcome = outcomes.get(toHexDigits(id))
    const isPaid = (script: Uint8Array): boolean => scripts.some((one) => equalBytes(one, script))
    return {
      id,
      satoshis: outputs.reduce((sum, { value, script }) => (isPaid(script) ? sum + value : sum), 0n),
      confirmations,
      required,
      stage: stageOf(id, confirmations, outcome),
      receiver: outcome?.receiver,
      reason: outcome?.reason,
      isUnrefundable: outcome?.isUnrefundable ?? false,
      registration: outcome?.registration,
    }
  }
  const stageOf = (
    id: Uint8Array,
    confirmations: number,
    outcome: PegInOutcome | undefined,
  ): PegInStatus['stage'] => {
    if (outcome) return outcome.isCredited ? 'credited' : 'rejected'
    if (confirmations === 0) return 'waiting-for-a-block'
    if (federation.isExhausted(registrationName(id)) || isProcessed(context, { id })) return 'without-effect'
    return confirmations < required ? 'confirming' : 'registering'
  }
  const mined = federation.payments
    .to(scripts)
    .filter(({ id }) => !own.has(toHexDigits(id)))
    .map(({ id, transaction, height }) => describe(id, transaction, tip - height + 1))
  return [...mined, ...(await waitingPayments(bitcoin, scripts, own, describe))]
}

async function waitingPayments(
  bitcoin: BitcoinBackend,
  scripts: readonly Uint8Array[],
  own: ReadonlySet<string>,
  describe: (id: Uint8Array, transaction: BitcoinTransaction, confirmations: number) => PegInStatus,
): Promise<PegInStatus[]> {
  const found: PegInStatus[] = []
  for (const id of await bitcoin.waiting()) {
    const waiting = own.has(toHexDigits(id)) ? undefined : await bitcoin.transaction(id)
    if (waiting === undefined) continue
    const transaction = decodeTransaction(waiting.raw)
    const pays = transaction.outputs.some(({ script }) => scripts.some((one) => equalBytes(one, script)))
    if (pays) found.push(describe(id, transaction, 0))
  }
  return found
}

/** The Bridge's own transactions: the waiting ones, then the complete ones of the last blocks. */
export async function bridgeTransactions(parts: StatusParts): Promise<BridgeTransactionStatus[]> {
  const { context, chain, bitcoin, federation } = parts
  const { cells, constants, native } = context
  const confirming = cells.load(unconfirmedPegouts).map(({ transaction, blockNumber }) => ({
    ...withoutProgress(context, transaction),
    stage: 'confirming' as const,
    missingBlocks: Math.max(0, blockNumber + constants.pegoutConfirmations - native.block.number),
  }))
  const spend = context.rules.rskip419 ? cells.load(spendWaitingForSignatures) : undefined
  const signing = [...cells.load(unsignedPegouts), ...(spend ? [spend] : [])].map((pegout) =>
    signingStatus(context, pegout),
  )
  const complete: BridgeTransactionStatus[] = []
  for (const { id, raw } of releasesOf(chain)) {
    const found = await bitcoin.transaction(id)
    const refusal = found === undefined ? federation.broadcasts.refusalOf(id) : undefined
    const confirmations = found?.confirmations ?? 0
    const stage = refusal !== undefined ? 'refused' : confirmations > 0 ? 'paid' : 'broadcast'
    complete.push({ ...withoutProgress(context, raw), stage, id, confirmations, refusal })
  }
  return [...confirming, ...signing, ...complete]
}

function withoutProgress(context: BridgeContext, bytes: Uint8Array) {
  const transaction = decodeTransaction(bytes)
  return {
    unsignedId: unsignedId(transaction, context.rules) ?? transactionIdOf(transaction),
    missingBlocks: 0,
    signatures: 0,
    requiredSignatures: 0,
    id: undefined,
    confirmations: 0,
    refusal: undefined,
    outputs: transaction.outputs,
  }
}

function signingStatus(context: BridgeContext, pegout: UnsignedPegout): BridgeTransactionStatus {
  const { signers, required } = signingProgress(context, pegout)
  return {
    ...withoutProgress(context, pegout.transaction),
    stage: 'signing',
    signatures: signers.length,
    requiredSignatures: required,
  }
}
