import { payToPublicKeyHash } from '../../bitcoin/scripts/outputScripts.ts'
import { transactionIdOf } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { asAddress, concatBytes, equalBytes } from '../../primitives/bytes.ts'
import {
  nextPegoutHeight,
  type ReleaseRequest,
  releaseRequests,
  unconfirmedPegouts,
} from '../cells/pegouts.ts'
import { weiPerSatoshi } from '../constants/bridgeConstants.ts'
import { type BridgeCall, type BridgeContext, transferFromBridge } from '../context/bridgeContext.ts'
import { activeFederation, liveFederations } from '../context/currentFederations.ts'
import { batchPegoutCreated } from '../events/pegoutEvents.ts'
import { paymentScript } from '../federation/redeemScript.ts'
import { currentFeePerKb } from '../governance/feePerKb.ts'
import { buildPayment } from '../wallet/buildTransaction.ts'
import type { BuildFailure, BuiltTransaction } from '../wallet/draft.ts'
import { settle, transactionVersion } from '../wallet/pegoutTransaction.ts'
import { federationWallet, totalOf, type Wallet } from '../wallet/wallet.ts'

/** Builds Bitcoin transactions for the requests in the queue. */
export function processRequests(bridge: BridgeCall): void {
  const { cells, rules } = bridge
  cells.load(releaseRequests)
  cells.load(unconfirmedPegouts)
  currentFeePerKb(bridge)
  if (rules.rskip271) processBatch(bridge)
  else processOneByOne(bridge)
}

const activeWallet = (context: BridgeContext): Wallet => {
  const { active, activeUtxos } = liveFederations(context)
  return federationWallet(context, active, context.cells.load(activeUtxos))
}

/** A transaction that pays all requests, which share its fee. */
export function buildPegout(
  context: BridgeContext,
  requests: readonly Pick<ReleaseRequest, 'destination' | 'amount'>[],
): BuiltTransaction | BuildFailure {
  return buildPayment(activeWallet(context), {
    version: transactionVersion(context.rules),
    outputs: requests.map(({ destination, amount }) => ({
      value: amount,
      script: payToPublicKeyHash(destination),
    })),
    changeScript: paymentScript(activeFederation(context), context),
    recipientsPay: true,
    feePerKb: currentFeePerKb(context),
  })
}

/** Maximum number of requests that one call processes before RSKIP271. */
const maximumRequests = 30

/** Until RSKIP271 every request has a transaction of its own; requests that cannot be paid move to the end. */
function processOneByOne(bridge: BridgeCall): void {
  const { cells } = bridge
  const queue = cells.load(releaseRequests)
  cells.load(liveFederations(bridge).activeUtxos)
  const postponed = queue.slice(0, maximumRequests).filter((request) => !paySingly(bridge, request))
  cells.set(releaseRequests, [...queue.slice(maximumRequests), ...postponed])
}

function paySingly(bridge: BridgeCall, request: ReleaseRequest): boolean {
  const built = buildPegout(bridge, [request])
  if (typeof built === 'string') return false
  settlePegout(bridge, built, request.transactionHash, request.amount)
  burnDust(bridge, built, request.amount)
  return true
}

const settlePegout = (
  bridge: BridgeCall,
  built: BuiltTransaction,
  transactionHash: Uint8Array | undefined,
  amount: Satoshis,
): void => settle(bridge, built, liveFederations(bridge).activeUtxos, { transactionHash, amount })

/** RSKIP271: pays all requests together, at intervals, when the federation has enough bitcoins for them. */
function processBatch(bridge: BridgeCall): void {
  const { cells, native, constants } = bridge
  const { number } = native.block
  const { coins } = activeWallet(bridge)
  if (number < cells.load(nextPegoutHeight)) return
  const requests = cells.load(releaseRequests)
  const total = requests.reduce((sum, { amount }) => sum + amount, 0n)
  if (totalOf(coins) < total) return
  if (requests.length > 0 && !payTogether(bridge, requests, total)) return
  if (cells.load(releaseRequests).length > 0) return
  cells.set(nextPegoutHeight, number + constants.blocksBetweenPegouts)
}

/** Pays as many requests as fit in one transaction. The event has the total of all requests, even if fewer are paid. */
function payTogether(bridge: BridgeCall, requests: readonly ReleaseRequest[], total: Satoshis): boolean {
  let paid = requests
  let built = buildPegout(bridge, paid)
  while (built === 'too-large' && paid.length > 1) {
    paid = paid.slice(0, Math.floor(paid.length / 2))
    built = buildPegout(bridge, paid)
  }
  if (typeof built === 'string') return false
  settlePegout(bridge, built, bridge.native.transaction.hash, total)
  const { cells } = bridge
  cells.set(
    releaseRequests,
    requests.filter((request) => !paid.some((other) => isSameRequest(request, other))),
  )
  emitBatch(bridge, built, paid)
  burnDust(bridge, built, total)
  return true
}

const isSameRequest = (a: ReleaseRequest, b: ReleaseRequest): boolean =>
  a.amount === b.amount && equalBytes(a.destination, b.destination) && isSameHash(a, b)

const isSameHash = (a: ReleaseRequest, b: ReleaseRequest): boolean =>
  a.transactionHash && b.transactionHash
    ? equalBytes(a.transactionHash, b.transactionHash)
    : a.transactionHash === b.transactionHash

function emitBatch(
  { call }: BridgeCall,
  { transaction }: BuiltTransaction,
  paid: readonly ReleaseRequest[],
): void {
  const hashes = paid.map(({ transactionHash }) => {
    if (!transactionHash) throw new PrecompileFailure('a request has no transaction hash')
    return transactionHash
  })
  batchPegoutCreated.emit(call.emit, [transactionIdOf(transaction)], [concatBytes(...hashes)])
}

const burnAddress = asAddress(new Uint8Array(20).fill(0xff))

/**
 * Burns the difference when fewer bitcoins leave than requested because the change was raised. It would otherwise exist
 * on both chains.
 */
function burnDust(bridge: BridgeCall, { transaction, coins }: BuiltTransaction, requested: Satoshis): void {
  if (transaction.outputs.length <= 1) return
  const ownScript = paymentScript(activeFederation(bridge), bridge)
  const change = transaction.outputs.filter(({ script }) => equalBytes(script, ownScript))
  const spent = totalOf(coins) - totalOf(change)
  if (spent < requested) transferFromBridge(bridge, burnAddress, (requested - spent) * weiPerSatoshi)
}
