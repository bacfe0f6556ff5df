import { toHex } from '../../../primitives/hex.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { optional } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { text } from '../../params/text.ts'

export const fleetPendingSince = defineMethod({
  name: 'fleet_pendingSince',
  summary:
    'For gateways: the hashes of transactions that have become pending since the cursor, and the next cursor; none without a cursor.',
  params: [optional('run', text, undefined), optional('count', quantity, 0n)],
  result: schema.objectWith({}),
  effect: 'asks-node',
  access: 'gateways',
  handler([run, count], { filters }): Json {
    const { cursor, hashes } = filters.pendingSince(
      run === undefined ? undefined : { run, count: Number(count) },
    )
    return { run: cursor.run, count: cursor.count, hashes: hashes.map(toHex) }
  },
})
