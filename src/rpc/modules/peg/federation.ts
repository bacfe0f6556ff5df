import * as schema from '../../json/schema.ts'
import { definePegMethod } from './pegOfNode.ts'
import { federationShape, membersShape } from './pegShapes.ts'

export const pegFederation = definePegMethod({
  name: 'peg_federation',
  summary:
    'The active, retiring, proposed and awaited federation with members, addresses and ages, and its bitcoins.',
  result: schema.objectOf({
    active: schema.objectWith({}),
    retiring: schema.nullable(schema.objectWith({})),
    proposed: schema.nullable(schema.objectWith({})),
    awaited: schema.nullable(schema.objectWith({})),
    pending: schema.nullable(schema.arrayOf(schema.objectWith({}))),
    satoshis: schema.number,
    minimumPegIn: schema.number,
    minimumPegOut: schema.number,
  }),
  cost: 20,
  effect: 'asks-node',
  handler(_, peg) {
    const { context, federations, pending, held, minimumPegin, minimumPegout } = peg.summary()
    const { active, retiring, proposed, awaited } = federations
    return {
      active: federationShape(active, context),
      retiring: federationShape(retiring, context),
      proposed: federationShape(proposed, context),
      awaited: federationShape(awaited, context),
      pending: pending === undefined ? null : membersShape(pending),
      satoshis: Number(held),
      minimumPegIn: Number(minimumPegin),
      minimumPegOut: Number(minimumPegout),
    }
  },
})
