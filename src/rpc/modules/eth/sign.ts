import { DecodeError } from '../../../primitives/errors.ts'
import { toHex } from '../../../primitives/hex.ts'
import { prices } from '../../budget/workPrices.ts'
import { invalidTypedData, senderIsNull } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { alsoNamed, defineAction, defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { callObject } from '../../params/callObject.ts'
import { data } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { typedData } from '../../params/typedData.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'
import { expectWallet } from '../../submission/submission.ts'
import { completed, signedCall } from './sendTransaction.ts'

export const ethSign = defineMethod({
  name: 'eth_sign',
  summary: 'Signs a message with the prefix of Ethereum’s signed messages (EIP-191), by an unlocked account.',
  params: [required('address', address), required('message', data)],
  result: schema.data,
  cost: 2,
  effect: 'uses-node',
  access: 'everyone',
  handler([account, message], { node, work }) {
    work.addDone(message.length * prices.hashedByte)
    return toHex(expectWallet(node).signMessage(account, message))
  },
})

export const ethSignTransaction = defineAction({
  name: 'eth_signTransaction',
  summary:
    'Signs a transaction with an unlocked account of the wallet and answers it and its bytes without submitting it.',
  params: [required('transaction', callObject)],
  result: schema.objectOf({ raw: schema.data, tx: transactionSchema }),
  cost: 5,
  effect: 'uses-node',
  bound: 'key',
  access: 'everyone',
  handler([call], context) {
    const { node } = context
    expectWallet(node)
    if (call.from === undefined) throw senderIsNull()
    const signed = signedCall(completed(call, context), call.from, node)
    return { raw: toHex(signed.encoded), tx: transactionShape(signed, null) }
  },
})

export const ethSignTypedDataV4 = defineMethod({
  name: 'eth_signTypedData_v4',
  summary: 'Signs typed data (EIP-712) with an unlocked account.',
  params: [required('address', address), required('typedData', typedData)],
  result: schema.data,
  cost: 5,
  effect: 'uses-node',
  access: 'everyone',
  handler([account, data], { node, work }) {
    work.addDone(JSON.stringify(data).length * prices.typedCharacter)
    try {
      return toHex(expectWallet(node).signTypedData(account, data))
    } catch (error) {
      throw error instanceof DecodeError ? invalidTypedData(error.message) : error
    }
  },
})

export const ethSignTypedData = alsoNamed(
  ethSignTypedDataV4,
  'eth_signTypedData',
  'The same as eth_signTypedData_v4 under its older name.',
)
