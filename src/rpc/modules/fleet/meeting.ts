import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { expectNear, maximumBranchLength, meetingOf } from '../../logs/branch.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { listOf } from '../../params/text.ts'

export const fleetMeeting = defineRead({
  name: 'fleet_meeting',
  summary:
    'For gateways: where a branch, newest block first, meets that of a tip; null when the node does not have the tip or no block of the branch.',
  params: [required('branch', listOf(blockHash, 'blocks', maximumBranchLength)), required('tip', blockHash)],
  result: schema.nullable(schema.objectWith({})),
  asks: blockHashOf('tip'),
  upstream: 'never',
  light: 'complete',
  access: 'gateways',
  handler([branch, hash], { node: { chain } }): Json {
    const tip = chain.block(hash)
    const meeting = tip && meetingOf(branch, hash, chain)
    if (tip === undefined || meeting === undefined) return null
    expectNear(branch, meeting, tip, chain)
    return { left: meeting.left, number: meeting.number }
  },
})
