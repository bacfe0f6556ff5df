import { notText } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineSubscribing } from '../../method/method.ts'
import { expectSubscriptions } from '../../method/subscribing.ts'
import { type Codec, type Parameter, required } from '../../params/parameter.ts'

const subscriptionId: Codec<string> = {
  schema: schema.data,
  decode(value) {
    if (typeof value !== 'string') throw notText()
    return value
  },
}

/** The reference node accepts and ignores a second value. */
const ignored: Parameter<undefined> = {
  name: 'ignored',
  schema: {},
  isRequired: false,
  decode: () => undefined,
}

export const ethUnsubscribe = defineSubscribing({
  name: 'eth_unsubscribe',
  summary: 'Ends a subscription of this connection; false for an unknown id.',
  params: [required('subscription', subscriptionId), ignored],
  result: schema.boolean,
  cost: 1,
  access: 'everyone',
  handler: ([id], context) => expectSubscriptions(context).end(id),
})
