import { unreadable } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineAction } from '../../method/method.ts'
import { callObject } from '../../params/callObject.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { submit, unsignedTransaction } from '../../submission/submission.ts'
import { personalWallet, turnOf, withoutReasons } from './wallet.ts'

export const personalSendTransaction = defineAction({
  name: 'personal_sendTransaction',
  summary: 'Signs a transaction with a stored key, which stays locked, submits it and answers its hash.',
  params: [required('transaction', callObject), required('passphrase', text)],
  result: schema.hash,
  cost: 50,
  effect: 'submits-unsigned',
  bound: 'transaction',
  access: 'no-foreign-pages',
  isLong: true,
  async handler([call, passphrase], context) {
    const { node } = context
    const wallet = personalWallet(node)
    if (call.from === undefined) throw unreadable('from is missing')
    const unsigned = unsignedTransaction(call, call.from, node)
    const signing = wallet.signTransactionWithPassphrase(call.from, unsigned, passphrase, turnOf(context))
    return submit(await signing.catch(withoutReasons), context)
  },
})
