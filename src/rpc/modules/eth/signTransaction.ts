import { toHex } from '../../../primitives/hex.ts'
import { senderIsNull } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'
import { expectWallet } from '../../submission/submission.ts'
import { completed, signedCall } from './sendTransaction.ts'

export const ethSignTransaction = defineMethod({
  name: 'eth_signTransaction',
  summary:
    'Signs a transaction with an unlocked account of the wallet and answers it and its bytes without submitting it.',
  params: [required('transaction', callObject)],
  result: schema.objectOf({ raw: schema.data, tx: transactionSchema }),
  cost: 5,
  effect: 'uses-node',
  access: 'everyone',
  handler([call], context) {
    const { node } = context
    expectWallet(node)
    if (call.from === undefined) throw senderIsNull()
    const signed = signedCall(completed(call, context), call.from, node)
    return { raw: toHex(signed.encoded), tx: transactionShape(signed, null) }
  },
})
