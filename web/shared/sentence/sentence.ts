import { decodeInput } from '../abi/contracts.ts'
import { integerOf } from '../format/quantity.ts'
import { bytesIn } from '../format/text.ts'
import type { Receipt, Transaction } from '../rpc/answers.ts'
import { bridge, bridgeDeed } from './bridgeDeed.ts'
import { account, code, type Piece, sum, type Tense } from './piece.ts'
import { remasc, remascDeed } from './remascPayment.ts'
import { tokenDeeds } from './tokenDeeds.ts'

export interface TransactionFacts {
  readonly transaction: Transaction
  /** Undefined while the transaction is pending. */
  readonly receipt: Receipt | undefined
  /** Why it failed, where that is known. */
  readonly reason?: string
  /** Whether the receiver had code; undefined when it was not looked up. */
  readonly hasCode?: boolean | undefined
}

/** What a transaction did in one sentence. It says what the chain says, and guesses no purpose. */
export function sentenceOf(facts: TransactionFacts): readonly Piece[] {
  const { transaction, receipt, reason = '' } = facts
  const { from, to } = transaction
  if (to === remasc && receipt !== undefined) return remascDeed(receipt.logs)
  const isFailed = receipt !== undefined && integerOf(receipt.status) === 0n
  const verb = tense(receipt === undefined ? 'pending' : isFailed ? 'failed' : 'done')
  const deed = (to === bridge && !isFailed && bridgeDeed(facts, verb)) || plainDeed(facts, verb)
  const ending: Piece[] = !isFailed
    ? []
    : reason === ''
      ? [', which failed']
      : [', which failed: ', { kind: 'reason', text: reason }]
  return [account(from), ' ', ...deed, ...ending]
}

/** A pending transaction has not acted yet, and a failed one has only tried to. */
const tense =
  (state: 'pending' | 'done' | 'failed'): Tense =>
  (base, present, past) =>
    state === 'pending' ? present : state === 'done' ? past : `tried to ${base}`

function plainDeed(facts: TransactionFacts, verb: Tense): Piece[] {
  const { transaction, receipt } = facts
  const { to } = transaction
  const value = integerOf(transaction.value)
  if (to === null) {
    const created = receipt?.contractAddress
    const contract: Piece[] = created ? ['contract ', account(created)] : ['a contract']
    return [verb('create', 'creates', 'created'), ' ', ...contract, ...withValue(value)]
  }
  const input = transaction.input ?? '0x'
  if (input === '0x') return [verb('send', 'sends', 'sent'), ' ', sum(value), ' to ', account(to)]
  if (facts.hasCode === false) {
    const bytes = `${bytesIn(input)} bytes of data`
    return [verb('send', 'sends', 'sent'), ' ', sum(value), ` and ${bytes} to `, account(to)]
  }
  const name = decodeInput(to, input)?.item.name ?? input.slice(0, 10)
  const call = [verb('call', 'calls', 'called'), ' ', code(name), ' of ', account(to), ...withValue(value)]
  const deeds = receipt === undefined ? [] : tokenDeeds(receipt.logs)
  return deeds.length === 0 ? call : [...call, ': ', ...deeds]
}

const withValue = (value: bigint): Piece[] => (value === 0n ? [] : [' with ', sum(value)])
