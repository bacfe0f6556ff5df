import type { BridgeContext } from '../../../bridge/context/bridgeContext.ts'
import { activationAge } from '../../../bridge/context/currentFederations.ts'
import { type FederationMember, memberAccount } from '../../../bridge/federation/member.ts'
import { majority, type PegFederation } from '../../../bridge/federation/pegFederation.ts'
import { federationAddress, redeemScript } from '../../../bridge/federation/redeemScript.ts'
import { migrationPeriod } from '../../../bridge/pegout/migration.ts'
import { memberNumber } from '../../../dev/federation/namedKeys.ts'
import type { PegOutStatus } from '../../../dev/peg/pegOutStatus.ts'
import type { BridgeTransactionStatus, PegInStatus } from '../../../dev/peg/pegStatus.ts'
import { toHex, toHexDigits } from '../../../primitives/hex.ts'
import type { Json } from '../../json/json.ts'

/* Ids of Bitcoin are hex digits as Bitcoin prints them, those of Rootstock have 0x. Amounts are satoshis. */

const rejections = new Map([
  [1n, 'the locking cap is surpassed'],
  [2n, 'the sender is a multisignature, which has no account'],
  [3n, 'the sender is unknown'],
  [4n, 'the instructions are malformed'],
  [5n, 'the amount is below the minimum'],
])

function missing(count: number, what: string): string {
  return count === 1 ? `1 ${what} is missing` : `${count} ${what}s are missing`
}

/** What happens next to a payment. */
function pegInNext({ stage, confirmations, required, isUnrefundable }: PegInStatus): string {
  if (stage === 'waiting-for-a-block') return 'a Bitcoin block must hold it'
  if (stage === 'confirming') return missing(required - confirmations, 'Bitcoin block')
  if (stage === 'registering') return 'the federation registers it'
  if (stage === 'credited') return 'done, the account has the RBTC'
  if (stage === 'without-effect') return 'done, the Bridge ignored it'
  return isUnrefundable ? 'done, the bitcoins stay with the federation' : 'the federation sends it back'
}

export const pegInShape = (status: PegInStatus): Json => ({
  bitcoinTransaction: toHexDigits(status.id),
  satoshis: Number(status.satoshis),
  stage: status.stage,
  confirmations: status.confirmations,
  requiredConfirmations: status.required,
  receiver: status.receiver === undefined ? null : toHex(status.receiver),
  reason: status.reason === undefined ? null : (rejections.get(status.reason) ?? String(status.reason)),
  registeredBy: status.registration === undefined ? null : toHex(status.registration),
  next: pegInNext(status),
})

function transactionNext(status: BridgeTransactionStatus): string {
  const { stage, missingBlocks, signatures, requiredSignatures } = status
  if (stage === 'confirming') {
    return missingBlocks > 0 ? missing(missingBlocks, 'Rootstock block') : 'the federation confirms it'
  }
  if (stage === 'signing') return missing(requiredSignatures - signatures, 'signature')
  if (stage === 'broadcast') return 'a Bitcoin block must hold it'
  return stage === 'refused' ? `Bitcoin refuses it: ${status.refusal}` : 'done, it is paid'
}

export const transactionShape = (status: BridgeTransactionStatus): { readonly [member: string]: Json } => ({
  stage: status.stage,
  bitcoinTransaction: status.id === undefined ? null : toHexDigits(status.id),
  unsignedTransaction: toHexDigits(status.unsignedId),
  missingBlocks: status.missingBlocks,
  signatures: status.signatures,
  requiredSignatures: status.requiredSignatures,
  confirmations: status.confirmations,
  next: transactionNext(status),
})

export function pegOutShape({ request, stage, satoshis, missingBlocks, transaction }: PegOutStatus): Json {
  const id = request === undefined ? null : toHex(request)
  if (transaction !== undefined) return { transaction: id, ...transactionShape(transaction) }
  const next =
    stage === 'waiting-for-coins'
      ? 'the federation does not hold enough bitcoins: peg in'
      : missingBlocks > 0
        ? `${missing(missingBlocks, 'Rootstock block')} until the next batch`
        : 'the federation makes a Bitcoin transaction'
  return { transaction: id, stage, satoshis: Number(satoshis ?? 0n), missingBlocks, next }
}

const memberShape = (member: FederationMember): Json => {
  const number = memberNumber(member)
  return {
    name: number === undefined ? null : `federator${number}`,
    account: toHex(memberAccount(member)),
    bitcoinKey: toHexDigits(member.bitcoinKey),
    rootstockKey: toHexDigits(member.rootstockKey),
    mstKey: toHexDigits(member.mstKey),
  }
}

export const membersShape = (members: readonly FederationMember[]): Json => members.map(memberShape)

/** Null for a federation that does not exist. */
export function federationShape(federation: PegFederation | undefined, context: BridgeContext): Json {
  if (federation === undefined) return null
  const { creationBlock, format, members } = federation
  const { begin, end } = migrationPeriod(context)
  return {
    address: federationAddress(federation, context),
    format,
    required: majority(members.length),
    members: membersShape(members),
    redeemScript: toHexDigits(redeemScript(federation, context)),
    creationBlock,
    activationBlock: creationBlock + activationAge(context.constants, context.rules),
    migrationBlocks: [creationBlock + begin, creationBlock + end],
  }
}
