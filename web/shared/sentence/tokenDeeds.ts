import { itemOf, topicOf } from '../abi/signature.ts'
import { counted } from '../format/quantity.ts'
import type { Hex, Log } from '../rpc/answers.ts'
import { type TokenTransfer, transfersIn } from '../tokens/tokenTransfers.ts'
import { account, type Piece } from './piece.ts'

const zeroAddress: Hex = `0x${'0'.repeat(40)}`
/** Further movements of tokens are only counted. */
const maximumListed = 2

/** The movements of tokens and the allowances in the logs of a transaction, as parts of its sentence. */
export function tokenDeeds(logs: readonly Log[]): Piece[] {
  const transfers = transfersIn(logs)
  if (transfers.length === 0) return allowanceDeed(logs)
  const listed = transfers.slice(0, maximumListed).flatMap((transfer, index): Piece[] => {
    const deed = transferDeed(transfer)
    return index === 0 ? deed : ['; ', ...deed]
  })
  const others = transfers.length - maximumListed
  return others > 0 ? [...listed, `; and ${counted(others, 'more transfer')}`] : listed
}

function transferDeed({ token, amount, id, from, to }: TokenTransfer): Piece[] {
  const what: Piece = { kind: 'token', token, amount, id }
  if (from === zeroAddress) return [what, ' minted for ', account(to)]
  if (to === zeroAddress) return [what, ' of ', account(from), ' burnt']
  return [what, ' from ', account(from), ' to ', account(to)]
}

const approvalTopic = topicOf(itemOf('event', 'Approval(address owner,address spender,uint256 amount)'))
/** An allowance of at least this amount counts as unlimited. */
const unlimited = 1n << 255n

function allowanceDeed(logs: readonly Log[]): Piece[] {
  const found = logs.find(
    ({ topics, data }) => topics[0] === approvalTopic && topics.length === 3 && data.length === 66,
  )
  if (found === undefined) return []
  const [owner, spender] = found.topics.slice(1).map((topic): Hex => `0x${topic.slice(-40)}`)
  const amount = BigInt(found.data)
  const what: Piece = { kind: 'token', token: found.address, amount, id: undefined }
  const limit: Piece[] =
    amount >= unlimited ? ['any amount of ', { kind: 'token-name', token: found.address }] : ['up to ', what]
  return [account(spender ?? zeroAddress), ' may spend ', ...limit, ' of ', account(owner ?? zeroAddress)]
}
