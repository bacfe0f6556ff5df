import { unreadable } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { type Parameter, required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { standingObjects, standingSchema } from './peerList.ts'

const name = required('addressOrNodeId', text)

/** Null is read like empty text, which names no peer. */
const nameOrEmpty: Parameter<string> = {
  ...name,
  decode: (value, position) => (value === null ? '' : name.decode(value, position)),
}

export const scoClearPeerScoring = defineMethod({
  name: 'sco_clearPeerScoring',
  summary:
    'Clears the standing of an address, a host or a node (by its id in hex), and answers the remaining ones.',
  params: [nameOrEmpty],
  result: schema.arrayOf(standingSchema),
  cost: 5,
  effect: 'uses-node',
  access: 'granted',
  async handler([named], { node: { peers } }) {
    if (named !== '' && (await peers?.scoring.clear(named)) === false)
      throw unreadable('neither an address, nor a host that is known, nor a node id in hex')
    return standingObjects(peers)
  },
})
