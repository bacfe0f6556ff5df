import { TooManyBans } from '../../../peers/scoring/banList.ts'
import { InvalidBanTarget, resolveBanTarget } from '../../../peers/scoring/banTarget.ts'
import { invalidBannedAddress, limitExceeded } from '../../errors/errors.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/plain.ts'

/** An address, a block of addresses or a host. */
export const bannedAddress = required('address', text, 'invalid banned address null')

/** Bans or lifts a ban; an invalid address is answered with its reason. */
export async function changeBan(address: string, change: (address: string) => Promise<void>): Promise<null> {
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
export async function checkBannedAddress(address: string): Promise<void> {
  await resolveBanTarget(address, async () => undefined)
}
