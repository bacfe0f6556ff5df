import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { bannedAddress, changeBan, checkBannedAddress } from './banning.ts'

export const scoUnbanAddress = defineMethod({
  name: 'sco_unbanAddress',
  summary: 'Lifts the ban of an address, a block or a host, if there is one.',
  params: [bannedAddress],
  result: schema.nothing,
  cost: 5,
  effect: 'uses-node',
  access: 'granted',
  handler: ([address], { node: { peers } }) =>
    changeBan(address, peers === undefined ? checkBannedAddress : (target) => peers.scoring.unban(target)),
})
