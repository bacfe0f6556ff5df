import { TooManyBans } from '../../../peers/scoring/banList.ts'
import { InvalidBanTarget, resolveBanTarget } from '../../../peers/scoring/banTarget.ts'
import { invalidBannedAddress, limitExceeded, peeringIsOff } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'

/** An address, a block of addresses or a host. */
const bannedAddress = required('address', text, 'invalid banned address null')

/** Bans or lifts a ban; an invalid address is answered with its reason. */
async function changeBan(address: string, change: (address: string) => Promise<void>): Promise<null> {
  try {
    await change(address)
    return null
  } catch (error) {
    if (error instanceof InvalidBanTarget) throw invalidBannedAddress(address)
    if (error instanceof TooManyBans) throw limitExceeded(error.message)
    throw error
  }
}

/** Checks the address for a node without peers; hosts are not resolved. */
async function checkBannedAddress(address: string): Promise<void> {
  await resolveBanTarget(address, async () => undefined)
}

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

export const scoBannedAddresses = defineMethod({
  name: 'sco_bannedAddresses',
  summary: 'Banned addresses, then banned blocks as `address/bits`.',
  result: schema.arrayOf(schema.text),
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node }) => node.peers?.scoring.bannedAddresses() ?? [],
})
