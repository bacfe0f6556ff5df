import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const netListening = defineMethod({
  name: 'net_listening',
  summary: 'Whether peers can connect to this node; true on a development chain.',
  result: schema.boolean,
  effect: 'asks-node',
  access: 'everyone',
  // Tools call it to check that the chain can be used: Hardhat, Anvil and Ganache answer true.
  handler(_, { node, settings }) {
    // Peers connect to the writer, and not to a process that only reads.
    if (node.writer?.answers === false) return false
    return node.peers?.isListening ?? settings.development !== undefined
  },
})
