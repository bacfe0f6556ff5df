import { peeringIsOff } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { bannedAddress, changeBan, checkBannedAddress } from './banning.ts'

export const scoBanAddress = defineMethod({
  name: 'sco_banAddress',
  summary: 'Refuses peers from an address, a block of addresses as `address/bits`, or a host.',
  params: [bannedAddress],
  result: schema.nothing,
  cost: 5,
  effect: 'uses-node',
  access: 'granted',
  async handler([address], { node: { peers } }) {
    if (peers !== undefined) return changeBan(address, (target) => peers.scoring.ban(target))
    await changeBan(address, checkBannedAddress)
    throw peeringIsOff()
  },
})
