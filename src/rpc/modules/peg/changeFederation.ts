import { maximumMembers, minimumMembers } from '../../../dev/peg/changeFederation.ts'
import { helperRefused } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { Codec } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { optionalArgument } from '../development/developmentChain.ts'
import { definePegMethod, members } from './pegOfNode.ts'
import { federationShape } from './pegShapes.ts'

const memberCount: Codec<number> = {
  schema: schema.number,
  decode(value) {
    const count = quantity.decode(value)
    if (count < BigInt(minimumMembers) || count > BigInt(maximumMembers)) {
      throw helperRefused(`is not a number of members from ${minimumMembers} to ${maximumMembers}`)
    }
    return Number(count)
  },
}

const defaultMembers = 3

export const pegChangeFederation = definePegMethod({
  name: 'peg_changeFederation',
  summary:
    'Votes for a federation of new members; validation, activation and migration follow automatically.',
  params: [optionalArgument('request', members({ members: memberCount }), undefined)],
  result: schema.objectOf({ next: schema.objectWith({}) }),
  cost: 50,
  isLong: true,
  async handler([request], peg) {
    await peg.changeFederation(request?.members ?? defaultMembers)
    const { context, federations } = peg.summary()
    return { next: federationShape(federations.proposed ?? federations.awaited, context) }
  },
})
